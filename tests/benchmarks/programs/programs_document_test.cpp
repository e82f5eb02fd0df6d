// Records of the study of programs, and the document that is made of them.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/programs/study.hpp"
#include "benchmarks/programs/tables.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::bench::programs::programs_document_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Record record_of(const std::string& status, double judged) {
  Record made;
  made.subject = {"HS21", Group::maros_meszaros};
  made.unknowns = 2;
  made.rows = 5;
  made.solver = "auto";
  made.tolerance = 1e-6;
  made.limit = 1.0;
  made.status = status;
  made.judged = made.judged_strictly = made.reported = judged;
  made.objective = -99.96;
  made.linear = 1.0;
  made.seconds = made.seconds90 = 2e-5;
  return made;
}

TEST(ProgramRecord, OkIsWhatTheJudgeFinds) {
  EXPECT_EQ(judge(record_of("ok", 1e-6)), Verdict::ok);
  EXPECT_EQ(judge(record_of("ok", 1.1e-6)), Verdict::false_ok);
  EXPECT_EQ(judge(record_of("ok", nan)), Verdict::false_ok);
  EXPECT_EQ(judge(record_of("stalled", 1e-7)), Verdict::unacknowledged);
  EXPECT_EQ(judge(record_of("stalled", 1e-5)), Verdict::failed);
  Record borderline = record_of("stalled", 1e-7);  // by leeway alone
  borderline.judged_strictly = 1e-2;
  EXPECT_EQ(judge(borderline), Verdict::failed);
  borderline.status = "ok";
  EXPECT_EQ(judge(borderline), Verdict::ok);
  EXPECT_EQ(judge(record_of("stalled", nan)), Verdict::failed);
  for (const char* status : {"time_limit", "max_iterations", "interrupted", "out_of_memory", status_overrun})
    EXPECT_EQ(judge(record_of(status, 1e-7)), Verdict::failed) << status;
  for (const char* status : {"not_applicable", "invalid_argument"})
    EXPECT_EQ(judge(record_of(status, nan)), Verdict::refused) << status;
}

TEST(ProgramRecord, AbsoluteResidualsCountWhereTheyAreAskedFor) {
  Record record = record_of("ok", 1e-8);
  record.gap = 2e-6;
  EXPECT_EQ(judge(record), Verdict::ok);
  record.absolute = 1e-6;
  EXPECT_EQ(judge(record), Verdict::false_ok);
  record.blur = 1.1e-6;  // the solver cannot tell this gap from one that is small enough
  EXPECT_EQ(judge(record), Verdict::ok);
  EXPECT_FALSE(is_solved_absolutely(record, 1e-6));
  EXPECT_TRUE(is_solved_absolutely(record, 1e-3));
}

TEST(ProgramRecord, AProofHoldsOfWhatMayBe) {
  Record record = record_of("infeasible", 1.0);
  record.proof = true;
  EXPECT_EQ(judge(record), Verdict::false_proof);  // the collection has solutions
  record.subject.group = Group::infeasible;
  EXPECT_EQ(judge(record), Verdict::ok);
  record.subject.group = Group::small;  // nobody says that these have
  EXPECT_EQ(judge(record), Verdict::ok);
  record.subject.group = Group::unbounded;
  EXPECT_EQ(judge(record), Verdict::false_proof);
  record.status = "unbounded";
  EXPECT_EQ(judge(record), Verdict::ok);
  record.proof = false;
  EXPECT_EQ(judge(record), Verdict::false_proof);
}

TEST(ProgramRecord, ALineGivesTheSameBits) {
  const RecordFormat<Record> format = record_format();
  Record record = record_of("ok", 1.0 / 3.0);
  record.rounding = 0.1;
  record.blur = 0.2;
  record.proof = record.inferred = true;
  record.iterations = 7;
  EXPECT_EQ(format.line(format.parse(format.line(record))), format.line(record));
  record.subject.name = "a,b";
  EXPECT_THROW(format.line(record), std::invalid_argument);
  EXPECT_THROW(format.parse("a,b"), std::invalid_argument);
  const RecordFormat<PeerRecord> peers = peer_record_format();
  const PeerRecord peer{"HS21", 2, 5, "Ipopt", "1e-8", 100.0, 1e-7, 0.0, nan, -1.0 / 3.0, 0.25};
  EXPECT_EQ(peers.line(peers.parse(peers.line(peer))), peers.line(peer));
  EXPECT_FALSE(peer.is_solved());
}

// A public benchmark in which PIQP solves HS21 at 1e-3 and 1e-6, but says at 1e-9 what does not hold.
Published published_in(const test::TemporaryFolder& folder) {
  folder.write("optima.txt", "# NAME M N NZ QN QNZ OPT\nhs21  1 2 2 2 0 -9.9960000e+01\n");
  folder.write("published_results.csv",
               "problem,solver,settings,runtime,found,primal_residual,dual_residual,duality_gap\n"
               "HS21,piqp,default,0.5,True,0,0,0\n"
               "HS21,piqp,low_accuracy,0.5,True,0,0,1e-4\n"
               "HS21,piqp,mid_accuracy,0.25,True,0,0,1e-7\n"
               "HS21,piqp,high_accuracy,0.5,True,0,0,1e-8\n"
               "HS21,scs,high_accuracy,0.5,True,0,0,1e-9\r\n"
               "HS21,scs,low_accuracy,0.5,False,inf,inf,inf\n");
  return Published(folder / "");
}

TEST(Published, IsReadWithItsTolerances) {
  const test::TemporaryFolder folder;
  const Published published = published_in(folder);
  EXPECT_EQ(published.optimum("HS21"), -99.96);
  EXPECT_FALSE(published.optimum("HS22").has_value());
  EXPECT_TRUE(published.result("HS21", "piqp", 1e-6).is_solved);
  EXPECT_EQ(published.result("HS21", "piqp", 1e-6).seconds, 0.25);
  EXPECT_FALSE(published.result("HS21", "piqp", 1e-9).is_solved);
  EXPECT_FALSE(published.result("HS21", "scs", 1e-3).is_solved);
  EXPECT_TRUE(published.is_solved("HS21", 1e-9));
  EXPECT_FALSE(published.is_solved("HS22", 1e-9));
  EXPECT_THROW(Published(folder / "nothing"), std::runtime_error);
}

TEST(ProgramDocument, CountsWhatIsSolvedAbsolutely) {
  const test::TemporaryFolder folder;
  std::vector<Record> records;
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    records.push_back(record_of(tolerance < 1e-8 ? "stalled" : "ok", 1e-12));
    records.back().tolerance = records.back().absolute = tolerance;
    records.back().gap = 1e-8;
    records.back().rounding = 2e-9;
  }
  records[2].objective = -99.95;  // 1e-4 off
  std::ostringstream out;
  print_absolute(records, published_in(folder), out);
  EXPECT_TRUE(contains(out.str(), "| auto | 1 | 1 | 0 |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "| PIQP, published | 1 | 1 | 0 |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "| any published | 1 | 1 | 1 |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "| HS21 | 2 | 5 | 3 6 - | 1e-09: stalled |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "**1.0e-04**")) << out.str();
  EXPECT_TRUE(contains(out.str(), "= 2e-09 |")) << out.str();
}

TEST(ProgramDocument, NamesWhatIsWrong) {
  std::vector<Record> records = {record_of("ok", 1e-7), record_of("ok", 1e-3), record_of("stalled", 1e-9)};
  records[1].subject.name = "QSIERRA";
  records[2].solver = "admm";
  records.push_back(record_of("ok", 1e-7));
  records.back().subject = {"semidefinite:dense:8:1", Group::unbounded};
  std::ostringstream out;
  print_verdicts(records, out);
  EXPECT_TRUE(contains(out.str(), "| auto | 1e-6 | 2 | 0 | 0 | 1 | 0 | 0 |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "| admm | 1e-6 | 0 | 0 | 0 | 0 | 0 | 1 |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "### FALSE ok: 1\n")) << out.str();
  EXPECT_TRUE(contains(out.str(), "| maros_meszaros | QSIERRA | auto | 1e-6 |  | ok | 0.001 |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "where there is no solution: 1\n")) << out.str();
}

// Ours takes 1 s and 0.02 s, a peer 0.05 s and 0.02 s and fails once: ratios 0.05 and 1 of what both solve.
TEST(ProgramDocument, ComparesOverWhatBothSolve) {
  const test::TemporaryFolder folder;
  const auto line = [](const char* problem, const char* library, double gap, double seconds) {
    return PeerRecord{problem, 2, 5, library, "s", 100.0, 0.0, 0.0, gap, 0.0, seconds};
  };
  const std::vector<PeerRecord> records = {line("A", "ours", 0.0, 1.0),  line("A", "Ipopt", 1e-7, 0.05),
                                           line("B", "ours", 0.0, 0.02), line("B", "Ipopt", 1e-7, 0.02),
                                           line("C", "ours", 0.0, 0.02), line("C", "Ipopt", 1e-5, 0.01)};
  std::ostringstream out;
  print_peers(records, published_in(folder), out);
  EXPECT_TRUE(contains(out.str(), "| Ipopt | 2 | 2 | 1 | 0 | 0.224 | A (20.0 times) |")) << out.str();
  EXPECT_TRUE(contains(out.str(), "| C | 20 ms | - | - |")) << out.str();
}

TEST(ProgramDocument, OrdersSmallProblemsByUnknowns) {
  std::vector<Record> records;
  for (const double microseconds : {10.0, 30.0, 20.0}) {
    records.push_back(record_of("ok", 1e-9));
    records.back().subject = {"LIPMWALK" + std::to_string(records.size()), Group::small};
    records.back().seconds = 1e-6 * microseconds;
    records.back().seconds90 = 2e-6 * microseconds;
  }
  std::ostringstream out;
  print_small(records, out);
  EXPECT_TRUE(contains(out.str(), "| 1e-6 | 2 | 3 | 3 | 20 us | 30 us | 60 us | LIPMWALK2 |")) << out.str();
}

struct Outcome {
  int status;
  std::string out, err;
};

Outcome run_program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "nsds-bench");
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  std::ostringstream out, err;
  const int status = run_bench(static_cast<int>(words.size()), words.data(), out, err);
  return {status, out.str(), err.str()};
}

// By the formulas nothing is wrong with what these solvers say of problems without a solution.
TEST(ProgramStudyCommand, MeasuresAndWritesTheDocument) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "study.csv";
  const std::vector<std::string> study = {"program-study",
                                          "--results",
                                          file,
                                          "--groups",
                                          "infeasible,unbounded",
                                          "--filter",
                                          "sparse:12:",
                                          "--tolerances",
                                          "1e-6",
                                          "--limit",
                                          "5",
                                          "--memory",
                                          "0",
                                          "--solvers",
                                          "auto,lemke"};  // sanitizers take terabytes
  Outcome outcome = run_program(study);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "by rows: 0 lines were there, 20 solves run, 0 inferred; 0 wrong"))
      << outcome.out;
  outcome = run_program(study);
  EXPECT_TRUE(contains(outcome.out, "20 lines were there, 0 solves run")) << outcome.out;
  published_in(folder);
  outcome = run_program({"program-table", "--results", file, "--published", folder / ""});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "### FALSE ok: 0\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "| auto |  |  |  | 6/6 | 4/4 |")) << outcome.out;
}

TEST(ProgramStudyCommand, RefusesWrongWords) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "study.csv";
  EXPECT_EQ(run_program({"program-study"}).status, 2);
  EXPECT_EQ(run_program({"program-study", "--results", file, "--groups", "large"}).status, 2);
  const Outcome unknown = run_program({"program-study", "--results", file, "--solvers", "x"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_TRUE(contains(unknown.err, "no solver 'x' of class qp")) << unknown.err;
  EXPECT_EQ(run_program({"program-table", "--results", folder / "nothing.csv"}).status, 1);
}

}  // namespace
}  // namespace nsds::bench::programs::programs_document_test
