"""Prints what VTK reads in files of poly data, as a list in JSON: read_vtp.py FILE..."""

import json
import sys

from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkOutputWindow
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader


def numbers(array):
    return [] if array is None or array.GetNumberOfTuples() == 0 else vtk_to_numpy(array).ravel().tolist()


def cells(array):
    return {"connectivity": numbers(array.GetConnectivityArray()), "offsets": numbers(array.GetOffsetsArray())}


def fields(data):
    arrays = [data.GetArray(k) for k in range(data.GetNumberOfArrays())]
    return {array.GetName(): numbers(array) for array in arrays}


def read(name):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(name)
    if not reader.CanReadFile(name):
        sys.exit(f"{name}: is not for this reader")
    reader.Update()
    if reader.GetErrorCode() != 0:
        sys.exit(f"{name}: error {reader.GetErrorCode()}")
    data = reader.GetOutput()
    return {
        "points": numbers(data.GetPoints().GetData()),
        "Verts": cells(data.GetVerts()),
        "Lines": cells(data.GetLines()),
        "Polys": cells(data.GetPolys()),
        "PointData": fields(data.GetPointData()),
        "CellData": fields(data.GetCellData()),
    }


vtkOutputWindow.GetInstance().SetDisplayModeToAlwaysStdErr()
json.dump([read(name) for name in sys.argv[1:]], sys.stdout)
