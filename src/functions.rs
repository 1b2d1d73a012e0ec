//! The built-in functions (TOSCA 2.0 §10.2): their table, and the code that computes them from values.
//!
//! Input: names of functions, and values of arguments. Output: rows of [`FUNCTIONS`], and values, or why
//! there are none. Invariant: nothing here knows trees, or the types that files define.
//!
//! To add a function, add a row here and, if it is computed, one function in its family.

#![deny(clippy::indexing_slicing)]

mod arithmetic;
mod collections;
mod comparison;
mod computed;
mod function;
mod logic;
mod parameter;
mod patterns;
mod strings;

pub use arithmetic::is_truncated;
pub use comparison::{BoundKind, Comparison};
pub use computed::{Computed, Failure, NoValue, ResultLimits};
pub use function::{ArgumentCheck, Computation, Function, FunctionSource, PathEnd, without_suffix};
pub use parameter::{Arity, Parameter, ResultType};
pub(crate) use patterns::compiled;

use crate::literals::BuiltIn;
use crate::literals::BuiltIn::{
    Boolean, Bytes, Float, Integer, List, Map, Scalar, String, Timestamp, Version,
};

use function::functions;

const ANY: &[BuiltIn] = &[];
const COMPARABLE: &[BuiltIn] = &[Integer, Float, String, Timestamp, Version, Scalar];
const NUMBER: &[BuiltIn] = &[Integer, Float, Scalar];
const FACTOR: &[BuiltIn] = &[Integer, Float];
const MEASURABLE: &[BuiltIn] = &[String, List, Map, Bytes];
const STRING_OR_LIST: &[BuiltIn] = &[String, List];

const WHOLE_ALREADY: &str = "remove the function; the argument is already an integer";

// Rows in the order of the standard.
functions! {
    /// The value of an input, or a part of it.
    "get_input" "10.2.1.1" (1..) [Step] -> Read = Reads(FunctionSource::Input) [bare_argument];
    /// The value of a property, or a part of it.
    "get_property" "10.2.1.2" (2..) [Step] -> Read = Reads(FunctionSource::Path(PathEnd::Property));
    /// The value of an attribute, or a part of it.
    "get_attribute" "10.2.1.3" (2..) [Step] -> Read = Reads(FunctionSource::Path(PathEnd::Attribute));
    /// The location of an artifact of a node.
    "get_artifact" "10.2.1.4" (2..) [Step] -> Is(String) = Reads(FunctionSource::Path(PathEnd::Artifact));
    /// The value that a validation clause tests, or a part of it.
    "value" "10.2.1.5" (0..) [Step] -> Read = Reads(FunctionSource::Value);
    /// The index of a node among the nodes of the same node template.
    "node_index" "10.2.1.6" (0) [] -> Is(Integer) = Reads(FunctionSource::NodeIndex);
    /// The index of a relationship among the relationships of the same requirement.
    "relationship_index" "10.2.1.7" (0) [] -> Is(Integer) = Reads(FunctionSource::RelationshipIndex);
    /// The amount of a capability property that is not allocated yet.
    "available_allocation" "10.2.1.8" (2..) [Step] -> Read = Reads(FunctionSource::Path(PathEnd::Allocation));

    /// Whether all arguments are true.
    "and" "10.2.2.1.1" (2..) [Is(&[Boolean])] -> Is(Boolean) = DecidedBy(false);
    /// Whether at least one argument is true.
    "or" "10.2.2.1.2" (2..) [Is(&[Boolean])] -> Is(Boolean) = DecidedBy(true);
    /// Whether the argument is false.
    "not" "10.2.2.1.3" (1) [Is(&[Boolean])] -> Is(Boolean) = Computed(logic::not);
    /// Whether exactly one of the two arguments is true.
    "xor" "10.2.2.1.4" (2) [Is(&[Boolean])] -> Is(Boolean) = Computed(logic::xor);

    /// Whether two values are equal.
    "equal" "10.2.2.2.1" (2) [T(ANY)] -> Is(Boolean) = Computed(logic::equal)
        [compares(Comparison::Equal), also(&[ArgumentCheck::OrderedLists])];
    /// Whether the first value is greater than the second.
    "greater_than" "10.2.2.2.2" (2) [T(COMPARABLE)] -> Is(Boolean) = Computed(logic::greater_than)
        [compares(Comparison::GreaterThan)];
    /// Whether the first value is greater than the second, or equal to it.
    "greater_or_equal" "10.2.2.2.3" (2) [T(COMPARABLE)] -> Is(Boolean) = Computed(logic::greater_or_equal)
        [compares(Comparison::GreaterOrEqual)];
    /// Whether the first value is less than the second.
    "less_than" "10.2.2.2.4" (2) [T(COMPARABLE)] -> Is(Boolean) = Computed(logic::less_than)
        [compares(Comparison::LessThan)];
    /// Whether the first value is less than the second, or equal to it.
    "less_or_equal" "10.2.2.2.5" (2) [T(COMPARABLE)] -> Is(Boolean) = Computed(logic::less_or_equal)
        [compares(Comparison::LessOrEqual)];
    /// Whether a value is in a list of values.
    "valid_values" "10.2.2.2.6" (2) [T(ANY), ListOfT] -> Is(Boolean) = Computed(logic::valid_values)
        [compares(Comparison::OneOf), also(&[ArgumentCheck::NoRepeatedValue(1)])];
    /// Whether a string matches a regular expression.
    "matches" "10.2.2.2.7" (2) [Is(&[String])] -> Is(Boolean) = Computed(logic::matches)
        [also(&[ArgumentCheck::Pattern])];

    /// Whether a string or list ends with another.
    "has_suffix" "10.2.2.3.1" (2) [T(STRING_OR_LIST)] -> Is(Boolean) = Computed(strings::has_suffix)
        [also(&[ArgumentCheck::Ordered])];
    /// Whether a string or list starts with another.
    "has_prefix" "10.2.2.3.2" (2) [T(STRING_OR_LIST)] -> Is(Boolean) = Computed(strings::has_prefix)
        [also(&[ArgumentCheck::Ordered])];
    /// Whether a string or list contains another.
    "contains" "10.2.2.3.3" (2) [T(STRING_OR_LIST)] -> Is(Boolean) = Computed(strings::contains)
        [also(&[ArgumentCheck::OrderedLists]), list_help("use `$has_entry` for a single entry; `$contains` needs a list")];
    /// Whether a list or map has an entry with this value.
    "has_entry" "10.2.2.3.4" (2) [CollectionOfT, T(ANY)] -> Is(Boolean) = Computed(collections::has_entry);
    /// Whether a map has this key.
    "has_key" "10.2.2.3.5" (2) [MapKeyedByT, T(ANY)] -> Is(Boolean) = Computed(collections::has_key);
    /// Whether a list or map has entries with all these values.
    "has_all_entries" "10.2.2.3.6" (2) [CollectionOfT, ListOfT] -> Is(Boolean)
        = Computed(collections::has_all_entries);
    /// Whether a map has all these keys.
    "has_all_keys" "10.2.2.3.7" (2) [MapKeyedByT, ListOfT] -> Is(Boolean) = Computed(collections::has_all_keys);
    /// Whether a list or map has an entry with at least one of these values.
    "has_any_entry" "10.2.2.3.8" (2) [CollectionOfT, ListOfT] -> Is(Boolean)
        = Computed(collections::has_any_entry);
    /// Whether a map has at least one of these keys.
    "has_any_key" "10.2.2.3.9" (2) [MapKeyedByT, ListOfT] -> Is(Boolean) = Computed(collections::has_any_key);

    /// The number of characters of a string, of bytes, or of entries.
    "length" "10.2.3.1" (1) [Is(MEASURABLE)] -> Is(Integer) = Computed(strings::length)
        [non_negative, type_help(Integer, "an integer has no length: use it in place of the call")];
    /// The concatenation of strings or lists.
    "concat" "10.2.3.2" (1..) [T(STRING_OR_LIST)] -> T = Computed(strings::concat);
    /// The strings of a list, joined with an optional delimiter.
    "join" "10.2.3.3" (1..=2) [ListOfStrings, Is(&[String])] -> Is(String) = Computed(strings::join)
        [also(&[ArgumentCheck::NonEmptyList(0)]),
            list_help("put the strings into a list before the delimiter, or use `$concat`")];
    /// One of the parts of a string that is split at separators.
    "token" "10.2.3.4" (3) [Is(&[String]), Is(&[String]), Is(&[Integer])] -> Is(String) = Computed(strings::token)
        [also(&[ArgumentCheck::NonEmptyString(1), ArgumentCheck::NonNegative(2)])];

    /// The distinct entries of all lists.
    "union" "10.2.4.1" (1..) [T(&[List])] -> T = Computed(collections::union) [unordered];
    /// The distinct entries that all lists have in common.
    "intersection" "10.2.4.2" (1..) [T(&[List])] -> T = Computed(collections::intersection) [unordered];

    /// The sum of the numbers.
    "sum" "10.2.5.1" (1..) [T(NUMBER)] -> T = Computed(arithmetic::sum);
    /// The first number minus the second.
    "difference" "10.2.5.2" (2) [T(NUMBER)] -> T = Computed(arithmetic::difference);
    /// The product of the numbers, or of a scalar and a number.
    "product" "10.2.5.3" (1..) [T(NUMBER), Is(FACTOR)] -> Product = Computed(arithmetic::product)
        [also(&[ArgumentCheck::OneFactor]), type_help(Scalar, "write the scalar first, then the number")];
    /// The first number divided by the second.
    "quotient" "10.2.5.4" (2) [T(NUMBER), Is(FACTOR)] -> Quotient = Computed(arithmetic::quotient)
        [also(&[ArgumentCheck::NonZero(1)])];
    /// The remainder of the first number divided by the second.
    "remainder" "10.2.5.5" (2) [T(&[Integer, Scalar]), Is(&[Integer])] -> T = Computed(arithmetic::remainder)
        [also(&[ArgumentCheck::NonZero(1)])];
    /// The nearest integer.
    "round" "10.2.5.6" (1) [Is(&[Float])] -> Is(Integer) = Computed(arithmetic::round)
        [type_help(Integer, WHOLE_ALREADY)];
    /// The greatest integer that is not greater than the number.
    "floor" "10.2.5.7" (1) [Is(&[Float])] -> Is(Integer) = Computed(arithmetic::floor)
        [type_help(Integer, WHOLE_ALREADY)];
    /// The least integer that is not less than the number.
    "ceil" "10.2.5.8" (1) [Is(&[Float])] -> Is(Integer) = Computed(arithmetic::ceil)
        [type_help(Integer, WHOLE_ALREADY)];
}
