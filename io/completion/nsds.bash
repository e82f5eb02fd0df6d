# Completion of nsds in bash: the command itself says what may follow. Installed, it is loaded by the package
# bash-completion; anywhere else, also for the command of a build tree: . io/completion/nsds.bash

_nsds() {
  # Bash takes a word apart at "=", and expects back what stands behind it.
  local words=() word glue= behind current candidate rest
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ($word == "=" || -n $glue) && ${#words[@]} -gt 0 ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    glue=
    [[ $word == "=" ]] && glue=yes
  done
  current=${words[-1]}
  behind=
  [[ $current == *=* ]] && behind=${current%"${current##*=}"}

  COMPREPLY=()
  # A line is a word, a tab and what it means; without a word it asks for names of files.
  while IFS= read -r candidate; do
    rest=${candidate#*$'\t'}
    candidate=${candidate%%$'\t'*}
    if [[ -n $candidate ]]; then
      COMPREPLY+=("${candidate#"$behind"}")
      [[ $candidate == *= ]] && compopt -o nospace
    else
      _nsds_files "${current#"$behind"}" "$rest"
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete "${words[@]}" 2>/dev/null)
}

# _nsds_files <begin> <extension>: folders, and files with the extension, if there is one.
_nsds_files() {
  local file
  compopt -o filenames
  while IFS= read -r file; do
    [[ -d ${file/#\~/$HOME} || $file == *"$2" ]] && COMPREPLY+=("$file")
  done < <(compgen -f -- "$1")
}

complete -F _nsds nsds
