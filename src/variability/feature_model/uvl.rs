//! Reads the Universal Variability Language.

use super::formula::MAX_DEPTH;
use super::uvl_tokens::{Line, Token, TokenKind, lines};
use super::{FeatureFormula, FeatureGroup, FeatureModel, Problem};

/// Reads a feature model. Some problem is returned, not all of them.
///
/// # Errors
///
/// If the text is not a feature model, or not one of Boolean features.
pub fn read(text: &str) -> Result<FeatureModel, Problem> {
    let mut reader = Reader { model: FeatureModel::default(), groups: Vec::new() };
    let lines = lines(text)?;
    let mut rest = lines.as_slice();
    let mut constraints: &[Line] = &[];
    while let Some((head, below)) = rest.split_first() {
        let length = below.iter().take_while(|line| line.indentation > head.indentation).count();
        let (content, after) = below.split_at(length);
        rest = after;
        let start = head.tokens[0].start;
        match &head.tokens[0].kind {
            TokenKind::Word(word) if word == "namespace" => {}
            TokenKind::Word(word) if word == "include" => {}
            TokenKind::Word(word) if word == "imports" => {
                if let Some(line) = content.first() {
                    return Err(Problem::new(line.tokens[0].start, "imports are not supported")
                        .help("copy the features of the imported model into this one"));
                }
            }
            TokenKind::Word(word) if word == "features" && reader.model.features.is_empty() => {
                reader.features(content, start)?;
            }
            TokenKind::Word(word) if word == "constraints" && constraints.is_empty() => constraints = content,
            _ => {
                return Err(Problem::new(start, "unknown section")
                    .help("use `namespace`, `include`, `imports`, `features` and `constraints`, each once"));
            }
        }
    }
    if reader.model.features.is_empty() {
        return Err(Problem::new(text.len(), "there are no features").help("add a section `features`"));
    }
    for (group, parent, members, start) in std::mem::take(&mut reader.groups) {
        let constraints = group.constraints(parent, &members);
        let constraints = constraints.ok_or_else(|| {
            Problem::new(start, "this cardinality needs too many constraints").help("use a smaller group")
        })?;
        reader.model.constraints.extend(constraints);
    }
    for line in constraints {
        let end = line.tokens.last().map_or(0, |last| last.start);
        let mut parser = Parser { tokens: &line.tokens, model: &reader.model, depth: 0, end };
        let constraint = parser.equivalence()?;
        if let Some(token) = parser.tokens.first() {
            return Err(unexpected(token));
        }
        if constraint.depth() > MAX_DEPTH {
            return Err(too_deep(line.tokens[0].start));
        }
        reader.model.constraints.push(constraint);
    }
    Ok(reader.model)
}

/// What the lines below a line are.
enum Level {
    /// Groups of this feature.
    Feature(usize),
    /// Members of the group with this index.
    Group(usize),
}

struct Reader {
    model: FeatureModel,
    /// Groups: kind, parent, members, offset.
    groups: Vec<(FeatureGroup, usize, Vec<usize>, usize)>,
}

impl Reader {
    /// Reads the tree of features.
    fn features(&mut self, lines: &[Line], start: usize) -> Result<(), Problem> {
        let mut open: Vec<(usize, Level)> = Vec::new();
        for line in lines {
            let at = line.tokens[0].start;
            while open.last().is_some_and(|(indentation, _)| *indentation >= line.indentation) {
                open.pop();
            }
            let level = match open.last() {
                None if self.model.features.is_empty() => Level::Feature(self.feature(&line.tokens, None)?),
                None => {
                    return Err(Problem::new(at, "a feature model has one root")
                        .help("put the other features into groups below it"));
                }
                Some((_, Level::Feature(parent))) => {
                    let group = group(&line.tokens)?;
                    self.groups.push((group, *parent, Vec::new(), at));
                    Level::Group(self.groups.len() - 1)
                }
                Some((_, Level::Group(index))) => {
                    let index = *index;
                    let feature = self.feature(&line.tokens, Some(self.groups[index].1))?;
                    self.groups[index].2.push(feature);
                    Level::Feature(feature)
                }
            };
            open.push((line.indentation, level));
        }
        if self.model.features.is_empty() {
            return Err(Problem::new(start, "there are no features").help("add the root below, indented"));
        }
        let empty = self.groups.iter().find(|(_, _, members, _)| members.is_empty());
        match empty {
            Some((.., at)) => {
                Err(Problem::new(*at, "this group has no features").help("add features below, indented"))
            }
            None => Ok(()),
        }
    }

    /// Reads a feature: its name, and its attributes.
    fn feature(&mut self, tokens: &[Token], parent: Option<usize>) -> Result<usize, Problem> {
        let mut tokens = tokens;
        if let [Token { kind: TokenKind::Word(word), start }, next, ..] = tokens
            && matches!(next.kind, TokenKind::Word(_) | TokenKind::Quoted(_))
            && !matches!(&next.kind, TokenKind::Word(next) if next == "cardinality")
        {
            match word.as_str() {
                "Boolean" => tokens = &tokens[1..],
                "Integer" | "Real" | "String" => {
                    return Err(Problem::new(*start, format!("features of type `{word}` are not supported"))
                        .help("remove the type, and declare an input of this type in the template"));
                }
                _ => return Err(unexpected(next)),
            }
        }
        let (name, rest) = name(tokens)?;
        let index = self.model.add(name, parent, tokens[0].start)?;
        match rest {
            [] => {}
            [Token { kind: TokenKind::Word(word), start }, ..] if word == "cardinality" => {
                return Err(Problem::new(*start, "cardinalities of features are not supported")
                    .help("remove the cardinality: an input is one value"));
            }
            [
                Token { kind: TokenKind::Symbol("{"), .. },
                inner @ ..,
                Token { kind: TokenKind::Symbol("}"), .. },
            ] => {
                self.attributes(inner)?;
            }
            [token, ..] => return Err(unexpected(token)),
        }
        Ok(index)
    }

    /// Counts attributes with a value; constraints in attributes are refused.
    fn attributes(&mut self, tokens: &[Token]) -> Result<(), Problem> {
        let mut depth = 0_usize;
        let mut is_first = true;
        for (index, token) in tokens.iter().enumerate() {
            match &token.kind {
                TokenKind::Symbol("{" | "[" | "(") => depth += 1,
                TokenKind::Symbol("}" | "]" | ")") => depth = depth.saturating_sub(1),
                TokenKind::Symbol(",") if depth == 0 => {
                    is_first = true;
                    continue;
                }
                TokenKind::Word(word)
                    if is_first && matches!(word.as_str(), "constraint" | "constraints") =>
                {
                    return Err(Problem::new(token.start, "constraints in attributes are not supported")
                        .help("move it to the section `constraints`"));
                }
                _ => {}
            }
            let has_value = tokens.get(index + 1).is_some_and(|next| next.kind != TokenKind::Symbol(","));
            self.model.skipped_attributes += usize::from(is_first && has_value);
            is_first = false;
        }
        Ok(())
    }
}

/// Returns the group that a line is.
fn group(tokens: &[Token]) -> Result<FeatureGroup, Problem> {
    let number = |token: &Token| match &token.kind {
        TokenKind::Word(word) => word.parse::<usize>().ok(),
        _ => None,
    };
    let group = match tokens {
        [Token { kind: TokenKind::Word(word), .. }] => match word.as_str() {
            "mandatory" => Some(FeatureGroup::Mandatory),
            "optional" => Some(FeatureGroup::Optional),
            "or" => Some(FeatureGroup::Or),
            "alternative" => Some(FeatureGroup::Alternative),
            _ => None,
        },
        [open, inner @ .., close]
            if open.kind == TokenKind::Symbol("[") && close.kind == TokenKind::Symbol("]") =>
        {
            match inner {
                [count] => number(count).map(|count| FeatureGroup::Cardinality(count, Some(count))),
                [least, dots, most] if dots.kind == TokenKind::Symbol("..") => {
                    match (number(least), number(most)) {
                        (Some(least), Some(most)) if least <= most => {
                            Some(FeatureGroup::Cardinality(least, Some(most)))
                        }
                        (Some(least), None) if most.kind == TokenKind::Symbol("*") => {
                            Some(FeatureGroup::Cardinality(least, None))
                        }
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        _ => None,
    };
    group.ok_or_else(|| {
        Problem::new(tokens[0].start, "expected a group")
            .help("use `mandatory`, `optional`, `or`, `alternative` or a cardinality such as `[1..2]`")
    })
}

/// Returns the name at the start of some tokens, and the tokens after it.
fn name(tokens: &[Token]) -> Result<(String, &[Token]), Problem> {
    let Some((first, mut rest)) = tokens.split_first() else { return Err(Problem::new(0, "missing name")) };
    let (TokenKind::Word(word) | TokenKind::Quoted(word)) = &first.kind else {
        return Err(unexpected(first));
    };
    let mut name = word.clone();
    while let [dot, next, after @ ..] = rest
        && dot.kind == TokenKind::Symbol(".")
        && let TokenKind::Word(word) | TokenKind::Quoted(word) = &next.kind
    {
        name.push('.');
        name.push_str(word);
        rest = after;
    }
    Ok((name, rest))
}

fn unexpected(token: &Token) -> Problem {
    let problem = |what: &str| Problem::new(token.start, format!("unexpected {what}"));
    match &token.kind {
        TokenKind::Word(word) | TokenKind::Quoted(word) => problem(&format!("`{word}`")),
        TokenKind::Text => problem("string"),
        TokenKind::Symbol(symbol @ ("==" | "!=" | "<" | ">" | "<=" | ">=" | "+" | "-" | "*" | "/")) => {
            problem(&format!("`{symbol}`")).help("use `!`, `&`, `|`, `=>` and `<=>` only")
        }
        TokenKind::Symbol(symbol) => problem(&format!("`{symbol}`")),
    }
}

/// Parses a constraint. All operators with two operands are grouped from the left.
struct Parser<'p> {
    tokens: &'p [Token],
    model: &'p FeatureModel,
    depth: usize,
    /// The offset of the last token.
    end: usize,
}

impl Parser<'_> {
    fn takes(&mut self, symbol: &str) -> Option<usize> {
        let (first, rest) = self.tokens.split_first()?;
        let is_it = matches!(first.kind, TokenKind::Symbol(actual) if actual == symbol);
        is_it.then(|| {
            self.tokens = rest;
            first.start
        })
    }

    fn equivalence(&mut self) -> Result<FeatureFormula, Problem> {
        let mut formula = self.implication()?;
        let mut operators = 0;
        while let Some(start) = self.takes("<=>") {
            operators += 1;
            self.limit(operators, start)?;
            formula = FeatureFormula::equal(formula, self.implication()?);
        }
        Ok(formula)
    }

    fn implication(&mut self) -> Result<FeatureFormula, Problem> {
        let mut formula = self.disjunction()?;
        let mut operators = 0;
        while let Some(start) = self.takes("=>") {
            operators += 1;
            self.limit(operators, start)?;
            formula = FeatureFormula::implies(formula, self.disjunction()?);
        }
        Ok(formula)
    }

    fn disjunction(&mut self) -> Result<FeatureFormula, Problem> {
        let mut formula = self.conjunction()?;
        while self.takes("|").is_some() {
            formula = formula.or(self.conjunction()?);
        }
        Ok(formula)
    }

    fn conjunction(&mut self) -> Result<FeatureFormula, Problem> {
        let mut formula = self.negation()?;
        while self.takes("&").is_some() {
            formula = formula.and(self.negation()?);
        }
        Ok(formula)
    }

    fn negation(&mut self) -> Result<FeatureFormula, Problem> {
        let mut is_negated = false;
        while self.takes("!").is_some() {
            is_negated = !is_negated;
        }
        let formula = self.atom()?;
        Ok(if is_negated { formula.not() } else { formula })
    }

    fn atom(&mut self) -> Result<FeatureFormula, Problem> {
        if let Some(start) = self.takes("(") {
            self.depth += 1;
            self.limit(0, start)?;
            let formula = self.equivalence()?;
            self.depth -= 1;
            return match self.takes(")") {
                Some(_) => Ok(formula),
                None => Err(self
                    .tokens
                    .first()
                    .map_or_else(|| Problem::new(start, "this parenthesis is never closed"), unexpected)),
            };
        }
        let Some(first) = self.tokens.first() else {
            return Err(Problem::new(self.end, "a constraint ends too early").help("add an operand"));
        };
        let start = first.start;
        let (name, rest) = name(self.tokens)?;
        let operator = rest.first().filter(|next| is_arithmetic(next));
        if let Some(operator) = operator {
            return Err(unexpected(operator));
        }
        self.tokens = rest;
        self.model.feature(&name, start)
    }

    /// Reports nesting that is too deep; `operators` is the number of operators in a row.
    fn limit(&self, operators: usize, start: usize) -> Result<(), Problem> {
        if self.depth + operators <= MAX_DEPTH {
            return Ok(());
        }
        Err(too_deep(start))
    }
}

fn too_deep(start: usize) -> Problem {
    Problem::new(start, format!("nested more than {MAX_DEPTH} levels deep")).help("split the constraint")
}

fn is_arithmetic(token: &Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Symbol("==" | "!=" | "<" | ">" | "<=" | ">=" | "+" | "-" | "*" | "/" | "(")
    )
}
