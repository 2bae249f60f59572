// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/redactor.h"

#include "core/base/limits.h"
#include "core/json/legalise.h"
#include "core/json/scalartext.h"
#include "core/recording/redactedpieces.h"

#include <QRandomGenerator>

#include <re2/re2.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace wk {

namespace {

namespace ondemand = simdjson::ondemand;

/// So many different values are told apart; then they are counted anew, and one may have another number.
constexpr std::size_t MostValues = 1'000'000;

// Each with one group: what is replaced.
#define WK_PEM R"((-----BEGIN [A-Z0-9 ]+-----(?s:.*?)(?:-----END [A-Z0-9 ]+-----|\z)))"
#define WK_JWT R"(\b(eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*))"
#define WK_URL R"([a-zA-Z][a-zA-Z0-9+.-]*://([^\s/@"'<>]*:[^\s/@"'<>]*)@)"
#define WK_CLOUD                                                                                                       \
    R"(\b((?:AKIA|ASIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})" \
    R"(|xox[abeoprs]-[A-Za-z0-9-]{10,}|AIza[0-9A-Za-z_-]{35}|[sr]k_live_[0-9A-Za-z]{16,}|npm_[A-Za-z0-9]{30,})"        \
    R"(|hvs\.[A-Za-z0-9_-]{20,}|dop_v1_[0-9a-f]{32,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}))"
#define WK_SCHEME R"((?i:bearer|basic)\s+([A-Za-z0-9._~+/=-]{8,}))"
#define WK_WORD                                                                                                        \
    R"((?i:passw(?:or)?d|passphrase|pwd|secret|token|credential|account_?key|api[_-]?key|access[_-]?key|private[_-]?key))"
#define WK_SET WK_WORD R"([\w.-]*\s*=\s*["']?([^\s"',;&${<]{3,}))"
#define WK_LINE R"((?m:^)[ \t-]*[\w.-]*)" WK_WORD R"([\w.-]*\s*:\s+["']?([^\s"'{\[|>&*${<]{3,}))"

constexpr const char *Secrets = WK_PEM "|" WK_JWT "|" WK_URL "|" WK_CLOUD "|" WK_SCHEME "|" WK_SET "|" WK_LINE;
constexpr int Groups = 8; // with all of it

/// In JSON as it is written, where one of these may be: blanks and slashes may be escaped, and what stands before a
/// word may be the letter of an escape. Where other letters are, anything may be.
#define WK_BLANK R"((?:\s|\\[nrtf]))"
constexpr const char *MaybeIn =
    R"(-----BEGIN|eyJ[A-Za-z0-9_-]{8}|:(?:\\?/){2}[^\s/@"]*:[^\s/@"]*@|(?:AKIA|ASIA)[0-9A-Z]{16}|gh[pousr]_|github_pat_)"
    R"(|glpat-|xox[abeoprs]-|AIza|k_live_|npm_|hvs\.|dop_v1_|SG\.|\\u00[2-7]|(?i:bearer|basic))" WK_BLANK "|" WK_WORD
    R"([\w.-]*)" WK_BLANK "*(?:=|:" WK_BLANK ")"
    R"(|"\s*\{)"; // JSON within a string

/// Whether a value of that name is a secret whatever it looks like: "db-password", "apiKey", not "secretName".
bool isSecretKey(std::string_view key)
{
    std::string plain;
    for (const char c : key) {
        if (c != '_' && c != '-' && c != '.' && c != ' ')
            plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    constexpr std::array<std::string_view, 14> Ends{
        "password",  "passwd",    "passphrase", "pwd",        "secret",      "token",      "apikey",
        "accesskey", "secretkey", "privatekey", "accountkey", "credentials", "credential", "authkey"};
    return std::ranges::any_of(Ends, [&plain](std::string_view end) { return plain.ends_with(end); });
}

/// Whether this, or anything in it, says to be of the kind.
bool isSecret(std::string_view json)
{
    constexpr std::string_view Name = "Secret\""; // quotes are everywhere: it is found by its first letter
    for (std::size_t at = json.find(Name); at != json.npos; at = json.find(Name, at + Name.size())) {
        std::string_view before = json.substr(0, at);
        for (const std::string_view one : {"\"", ":", "\"kind\""}) {
            if (!before.ends_with(one))
                break;
            before.remove_suffix(one.size());
            while (!before.empty() && QByteArrayView(" \t\r\n").contains(before.back()))
                before.remove_suffix(1);
            if (one.size() > 1)
                return true;
        }
    }
    return false;
}

} // namespace

struct Redactor::Private {
    static std::string spliced(std::string_view text, const std::vector<Replacement> &replacements)
    {
        std::string made;
        std::size_t done = 0;
        for (const Replacement &one : replacements) {
            made += text.substr(done, one.at - done);
            made += one.with;
            done = one.at + one.size;
        }
        return made += text.substr(done);
    }
    /// How a value is looked at, by where it stands.
    struct Place {
        bool isSecret = false;   ///< every string is one
        bool isVariable = false; ///< an element of "env"
        int depth = 0;
        bool isSpec = false;        ///< of the object itself
        bool isOfVariables = false; ///< "env"
    };

    std::string wordFor(std::string_view value)
    {
        if (numbers.size() >= MostValues)
            numbers.clear();
        const auto [number, isNew] = numbers.try_emplace(hash(value));
        if (isNew)
            number->second = ++values;
        ++replaced;
        return "‹redacted:" + std::to_string(value.size()) + " bytes·" + std::to_string(number->second) + "›";
    }

    bool isWord(std::string_view text) const { return re2::RE2::FullMatch({text.data(), text.size()}, word); }

    std::optional<std::string> ofText(std::string_view text)
    {
        std::vector<Replacement> found;
        std::array<re2::StringPiece, Groups> groups;
        for (std::size_t at = 0; at < text.size();) {
            if (!secrets.Match({text.data(), text.size()}, at, text.size(), re2::RE2::UNANCHORED, groups.data(),
                               Groups))
                break;
            const auto group = std::find_if(groups.begin() + 1, groups.end(),
                                            [](const re2::StringPiece &one) { return one.data() != nullptr; });
            const std::string_view value(group->data(), group->size());
            const auto place = static_cast<std::size_t>(group->data() - text.data());
            if (!value.empty() && !value.starts_with("‹redacted:")) // which may go on behind what is one
                found.push_back({place, value.size(), wordFor(value)});
            at = static_cast<std::size_t>(groups[0].data() - text.data()) + std::max<std::size_t>(1, groups[0].size());
        }
        return found.empty() ? std::nullopt : std::optional(spliced(text, found));
    }

    std::optional<std::string> ofObject(std::string_view json, int depth)
    {
        const bool isOfASecret = isSecret(json);
        const bool isInPieces = depth == 0 && !isOfASecret;
        const simdjson::padded_string padded(json);
        Walk walk{.in = *this,
                  .begin = padded.data(),
                  .isInPieces = isInPieces,
                  .mayHaveTexts = !isInPieces && mayBeIn(json),
                  .isOfASecret = isOfASecret};
        ondemand::parser within; // one within the other, where JSON is in a string
        if (!walk.all(depth == 0 ? parser : within, padded, depth))
            return unreadable(json, depth);
        return walk.found.empty() ? std::nullopt : std::optional(spliced(json, walk.found));
    }
    bool mayBeIn(std::string_view json) const { return re2::RE2::PartialMatch({json.data(), json.size()}, maybe); }
    std::size_t hash(std::string_view text) const
    {
        return qHash(QByteArrayView(text.data(), qsizetype(text.size())), seed);
    }
    /// What is odd is read as others read it; nobody knows what is in the rest.
    std::optional<std::string> unreadable(std::string_view json, int depth)
    {
        const auto legal = depth == 0 ? json::legalised(json) : std::nullopt;
        if (!legal || *legal == json) {
            ++replaced;
            return "{}";
        }
        return ofObject(*legal, 1).value_or(*legal);
    }

    struct Walk {
        Private &in;
        const char *begin;
        bool isInPieces = false;   ///< each is looked at once
        bool mayHaveTexts = false; ///< that are secrets, unless it is in pieces
        bool isOfASecret = false;
        std::vector<Replacement> found{};

        bool all(ondemand::parser &parser, const simdjson::padded_string &json, int depth)
        {
            ondemand::document document;
            ondemand::value root;
            return parser.iterate(json).get(document) == simdjson::SUCCESS &&
                   document.get_value().get(root) == simdjson::SUCCESS && value(root, {.depth = depth});
        }
        static bool isOf(ondemand::value &value, ondemand::json_type type)
        {
            ondemand::json_type found{};
            return value.type().get(found) == simdjson::SUCCESS && found == type;
        }
        // False for what is no JSON.
        bool value(ondemand::value value, Place place)
        {
            if (place.depth > limits::JsonDepth)
                return false;
            ondemand::json_type type{};
            if (value.type().get(type) != simdjson::SUCCESS)
                return false;
            switch (type) {
            case ondemand::json_type::object: return object(value, place);
            case ondemand::json_type::array: return array(value, place);
            case ondemand::json_type::string: return text(value, place);
            case ondemand::json_type::number:
            case ondemand::json_type::boolean:
            case ondemand::json_type::null: break;
            }
            return true;
        }
        /// Whether it is a member of the metadata, the spec and the status, or an element of one; or the spec as a
        /// whole, which hardly ever changes.
        bool isPiece(ondemand::json_type type, Place place) const
        {
            if (!isInPieces || place.isSecret || place.isVariable || place.isOfVariables)
                return false;
            return type == ondemand::json_type::object ? place.isSpec || place.depth == 2 || place.depth == 3
                                                       : type == ondemand::json_type::array && place.depth == 3;
        }
        /// Walks what is new of it.
        template <class Container>
        bool piece(Container &container, Place place, bool (Walk::*walk)(Container &, Place))
        {
            std::string_view text;
            if (container.raw_json().get(text) != simdjson::SUCCESS)
                return false;
            const auto at = static_cast<std::size_t>(text.data() - begin);
            const std::size_t hash = in.hash(text);
            if (const RedactedPieces::Piece *known = in.pieces.find(hash, text.size())) {
                in.replaced += known->replaced;
                for (const Replacement &one : known->replacements)
                    found.push_back({at + one.at, one.size, one.with});
                return true;
            }
            bool isEmpty = false;
            if (container.reset().get(isEmpty) != simdjson::SUCCESS)
                return false;
            const std::size_t first = found.size();
            const std::uint64_t before = in.replaced;
            isInPieces = place.isSpec;
            mayHaveTexts = !isInPieces && in.mayBeIn(text);
            const bool isSound = (this->*walk)(container, place);
            isInPieces = true;
            RedactedPieces::Piece made{
                text.size(), in.replaced - before, {found.begin() + std::ptrdiff_t(first), found.end()}};
            for (Replacement &one : made.replacements)
                one.at -= at;
            if (isSound)
                in.pieces.put(hash, std::move(made));
            return isSound;
        }
        bool object(ondemand::value value, Place place)
        {
            ondemand::object members;
            if (value.get_object().get(members) != simdjson::SUCCESS)
                return false;
            return isPiece(ondemand::json_type::object, place) ? piece(members, place, &Walk::walk)
                                                               : walk(members, place);
        }
        bool walk(ondemand::object &members, Place place)
        {
            for (auto member : members) {
                std::string_view key;
                ondemand::value held;
                if (member.unescaped_key().get(key) != simdjson::SUCCESS ||
                    member.value().get(held) != simdjson::SUCCESS)
                    return false;
                Place within{place.isSecret, false, place.depth + 1};
                within.isSpec = place.depth == 0 && key == "spec";
                within.isOfVariables = key == "env";
                const bool isData = key == "stringData" || (key == "data" && isOfASecret);
                within.isSecret = place.isSecret || isData || (place.isVariable && key == "value");
                if (!within.isSecret && isOf(held, ondemand::json_type::string))
                    within.isSecret = isSecretKey(key);
                if (!this->value(held, within))
                    return false;
            }
            return true;
        }
        bool array(ondemand::value value, Place place)
        {
            ondemand::array elements;
            if (value.get_array().get(elements) != simdjson::SUCCESS)
                return false;
            return isPiece(ondemand::json_type::array, place) ? piece(elements, place, &Walk::walk)
                                                              : walk(elements, place);
        }
        bool walk(ondemand::array &elements, Place place)
        {
            for (auto element : elements) {
                ondemand::value held;
                if (element.get(held) != simdjson::SUCCESS ||
                    !this->value(held, {place.isSecret, place.isOfVariables, place.depth + 1}))
                    return false;
            }
            return true;
        }
        bool text(ondemand::value value, Place place)
        {
            const std::string_view token = value.raw_json_token();
            std::string_view text;
            if (!place.isSecret && !(isInPieces ? in.mayBeIn(token) : mayHaveTexts))
                return true;
            if (value.get_string().get(text) != simdjson::SUCCESS)
                return false;
            std::optional<std::string> with;
            if (place.isSecret)
                with = text.empty() || in.isWord(text) ? std::nullopt : std::optional(in.wordFor(text));
            else if (text.starts_with('{') && place.depth < limits::JsonDepth / 2)
                with = within(text, place.depth);
            else
                with = in.ofText(text);
            if (!with)
                return true;
            std::string quoted;
            json::appendEscaped(quoted, *with);
            const auto at = static_cast<std::size_t>(token.data() - begin) + 1;
            const std::size_t end = token.rfind('"'); // blanks may follow
            found.push_back({at, end - 1, std::move(quoted)});
            return true;
        }
        /// JSON within a string, as kubectl apply writes what it was given; what is none is a text.
        std::optional<std::string> within(std::string_view text, int depth)
        {
            const std::string own(text); // the parser's buffer is another's soon
            simdjson::dom::parser judge;
            if (judge.parse(own).error() != simdjson::SUCCESS)
                return in.ofText(own);
            return in.ofObject(own, depth + 1);
        }
    };

    const re2::RE2 secrets{Secrets};
    const re2::RE2 maybe{MaybeIn};
    const re2::RE2 word{R"(‹redacted:\d+ bytes·\d+›)"}; ///< what was put there
    const std::size_t seed = std::size_t(QRandomGenerator::system()->generate64());
    std::unordered_map<std::size_t, std::uint64_t> numbers; ///< by a hash that only this redactor can make
    std::uint64_t values = 0;
    std::uint64_t replaced = 0;
    RedactedPieces pieces{8 * limits::MiB};
    ondemand::parser parser;
};

Redactor::Redactor()
    : d(std::make_unique<Private>())
{}

Redactor::~Redactor() = default;

std::optional<std::string> Redactor::ofObject(std::string_view json)
{
    return d->ofObject(json, 0);
}

std::optional<std::string> Redactor::ofText(std::string_view text)
{
    return d->ofText(text);
}

std::uint64_t Redactor::replaced() const
{
    return d->replaced;
}

} // namespace wk
