#include "completion.hpp"

#include <algorithm>
#include <sstream>

namespace nsds::command_line {

namespace {

// "-o,--output": the names apart.
std::vector<std::string> namesOf(const Option& option) {
  std::vector<std::string> names;
  std::istringstream text(option.name);
  for (std::string name; std::getline(text, name, ',');) names.push_back(name);
  return names;
}

const DeclaredOption* find(const Description& command, const std::string& name) {
  for (const DeclaredOption& declared : command.options) {
    const std::vector<std::string> names = namesOf(declared.option);
    if (std::find(names.begin(), names.end(), name) != names.end()) return &declared;
  }
  return nullptr;
}

const Description* findCommand(const Description& program, const std::string& name) {
  const auto isMeant = [&name](const Description& command) { return command.name == name; };
  const auto found = std::find_if(program.commands.begin(), program.commands.end(), isMeant);
  return found == program.commands.end() ? nullptr : &*found;
}

// What the words of a line have said so far.
class Line {
 public:
  explicit Line(const Description& program) : command_(&program) {}

  /// Takes the next word. Returns false where the line is wrong, so that nothing can be said of what follows.
  bool take(const std::string& word);
  Completion completionOf(const std::string& word) const;

 private:
  bool isOption(const std::string& word) const {
    return !argumentsAlone_ && word.starts_with('-') && word != "-";
  }
  bool takeOption(const std::string& word);
  bool takeArgument(const std::string& word);
  const DeclaredOption* nextArgument() const;
  void addOptions(const std::string& word, Completion& completion) const;
  void addValues(const Option& option, const std::string& before, const std::string& word,
                 Completion& completion) const;

  const Description* command_;
  const DeclaredOption* waiting_ = nullptr;  // for its value
  std::size_t arguments_ = 0;
  bool argumentsAlone_ = false;  // behind "--"
  Given given_;
};

bool Line::take(const std::string& word) {
  if (waiting_ != nullptr) {
    given_[waiting_->option.name] = word;
    waiting_ = nullptr;
    return true;
  }
  if (!isOption(word)) return takeArgument(word);
  if (word != "--") return takeOption(word);
  argumentsAlone_ = true;
  return true;
}

bool Line::takeOption(const std::string& word) {
  const std::size_t equals = word.find('=');
  const DeclaredOption* const declared = find(*command_, word.substr(0, equals));
  if (declared == nullptr) return false;
  if (equals == std::string::npos && declared->takesValue)
    waiting_ = declared;
  else
    given_[declared->option.name] = equals == std::string::npos ? "" : word.substr(equals + 1);
  return true;
}

bool Line::takeArgument(const std::string& word) {
  if (!command_->commands.empty()) {
    command_ = findCommand(*command_, word);
    return command_ != nullptr;
  }
  const DeclaredOption* const argument = nextArgument();
  if (argument == nullptr) return false;
  given_[argument->option.name] = word;
  if (!argument->repeats) ++arguments_;
  return true;
}

const DeclaredOption* Line::nextArgument() const {
  std::size_t behind = arguments_;
  for (const DeclaredOption& declared : command_->options)
    if (declared.isArgument() && behind-- == 0) return &declared;
  return nullptr;
}

// Offers long names, and short ones of options that have no other; what stands on the line already is left out.
void Line::addOptions(const std::string& word, Completion& completion) const {
  for (const DeclaredOption& declared : command_->options) {
    if (declared.isArgument() || (given_.contains(declared.option.name) && !declared.repeats)) continue;
    const std::string name = namesOf(declared.option).back();
    if (name.starts_with(word)) completion.candidates.push_back({name, declared.option.sentence});
  }
}

// before: what of the word stands before the value, "--solver=".
void Line::addValues(const Option& option, const std::string& before, const std::string& word,
                     Completion& completion) const {
  if (option.choices) {
    for (const std::string& choice : option.choices(given_))
      if (choice.starts_with(word)) completion.candidates.push_back({before + choice});
  }
  const std::size_t file = option.type.find("FILE");
  if (file == std::string::npos) return;
  completion.files = true;
  completion.extension = option.type.substr(file + std::string("FILE").size());
}

Completion Line::completionOf(const std::string& word) const {
  Completion completion;
  if (waiting_ != nullptr) {
    addValues(waiting_->option, "", word, completion);
    return completion;
  }
  const bool beginsOption = !argumentsAlone_ && word.starts_with('-');
  const std::size_t equals = word.find('=');
  if (beginsOption && equals != std::string::npos) {
    const DeclaredOption* const declared = find(*command_, word.substr(0, equals));
    if (declared != nullptr && declared->takesValue)
      addValues(declared->option, word.substr(0, equals + 1), word.substr(equals + 1), completion);
    return completion;
  }
  const DeclaredOption* const argument = nextArgument();
  for (const Description& command : command_->commands)
    if (command.name.starts_with(word)) completion.candidates.push_back({command.name, command.sentence});
  if (argument != nullptr && !beginsOption) addValues(argument->option, "", word, completion);
  // An empty word is completed by options where nothing else can stand.
  const bool nothingElse = argument == nullptr && command_->commands.empty() && !argumentsAlone_;
  if (beginsOption || nothingElse) addOptions(word, completion);
  return completion;
}

}  // namespace

Completion complete(const Description& program, const std::vector<std::string>& words) {
  Line line(program);
  for (std::size_t k = 0; k + 1 < words.size(); ++k)
    if (!line.take(words[k])) return {};
  return line.completionOf(words.empty() ? "" : words.back());
}

}  // namespace nsds::command_line
