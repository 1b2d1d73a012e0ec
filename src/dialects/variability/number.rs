//! Numbers of expressions: exact fractions, so that `0.1 + 0.2` equals `0.3` and no result depends on order.
//! A number that does not fit into 128 bits is an error, and never rounded.

use std::cmp::Ordering;

/// A fraction in lowest terms; the denominator is positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    numerator: i128,
    denominator: i128,
}

impl Number {
    /// Returns the integer `value`.
    #[must_use]
    pub fn integer(value: i128) -> Self {
        Self { numerator: value, denominator: 1 }
    }

    /// Parses a number in YAML syntax; `None` for infinity, other text, and numbers that are too large.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if let Some(digits) = text.strip_prefix("0x") {
            return i128::from_str_radix(digits, 16).ok().map(Self::integer);
        }
        if let Some(digits) = text.strip_prefix("0o") {
            return i128::from_str_radix(digits, 8).ok().map(Self::integer);
        }
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(index) => (&text[..index], text[index + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        let numerator: i128 = match digits.as_str() {
            "" | "+" | "-" => 0,
            digits => digits.parse().ok()?,
        };
        let decimal_exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let power = 10_i128.checked_pow(decimal_exponent.unsigned_abs());
        if numerator == 0 {
            Some(Self::integer(0))
        } else if decimal_exponent >= 0 {
            Some(Self::integer(numerator.checked_mul(power?)?))
        } else {
            Self::fraction(numerator, power?)
        }
    }

    fn fraction(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?.checked_mul(denominator.signum())?;
        Some(Self {
            numerator: numerator.checked_div(divisor)?,
            denominator: denominator.checked_div(divisor)?,
        })
    }

    /// Returns the number as an integer, or `None` if it is a fraction.
    #[must_use]
    pub fn as_integer(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Returns the sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.denominator == 1 && other.denominator == 1 {
            return self.numerator.checked_add(other.numerator).map(Self::integer);
        }
        let numerator = self
            .numerator
            .checked_mul(other.denominator)?
            .checked_add(other.numerator.checked_mul(self.denominator)?)?;
        Self::fraction(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// Returns the difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { numerator: other.numerator.checked_neg()?, denominator: other.denominator })
    }

    /// Returns the product.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        Self::fraction(
            self.numerator.checked_mul(other.numerator)?,
            self.denominator.checked_mul(other.denominator)?,
        )
    }

    /// Returns the quotient, or `None` for a division by zero.
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        Self::fraction(
            self.numerator.checked_mul(other.denominator)?,
            self.denominator.checked_mul(other.numerator)?,
        )
    }

    /// Returns the remainder of a division that is rounded toward zero; it has the sign of the dividend.
    #[must_use]
    pub fn modulo(self, other: Self) -> Option<Self> {
        let quotient = self.over(other)?;
        self.minus(other.times(Self::integer(quotient.numerator / quotient.denominator))?)
    }

    /// Returns the number of decimal places, or `None` if there are infinitely or too many.
    #[must_use]
    pub fn decimal_places(self) -> Option<u32> {
        const MAX_PLACES: u32 = 36;
        (0..=MAX_PLACES).find(|&decimal_places| 10_i128.pow(decimal_places) % self.denominator == 0)
    }

    /// Returns a number with few decimal places between this number and `other`.
    #[must_use]
    pub fn between(self, other: Self) -> Option<Self> {
        const MAX_PLACES: u32 = 30;
        (0..MAX_PLACES)
            .map_while(|decimal_places| {
                let scale = Self::integer(10_i128.pow(decimal_places));
                Self::integer(self.times(scale)?.floor().checked_add(1)?).over(scale)
            })
            .find(|candidate| *candidate < other)
    }

    /// Returns the largest integer that is not greater.
    #[must_use]
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    /// Compares without products, which may overflow: first the integer parts, then the inverses of the
    /// remainders.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut first, mut second) = (*self, *other);
        let mut is_reversed = false;
        loop {
            let answer = |order: Ordering| if is_reversed { order.reverse() } else { order };
            let (low, high) = (first.floor(), second.floor());
            if low != high {
                return answer(low.cmp(&high));
            }
            let (left, right) = (
                first.numerator.rem_euclid(first.denominator),
                second.numerator.rem_euclid(second.denominator),
            );
            if left == 0 || right == 0 {
                return answer(left.cmp(&right));
            }
            (first, second) = (
                Self { numerator: first.denominator, denominator: left },
                Self { numerator: second.denominator, denominator: right },
            );
            is_reversed = !is_reversed;
        }
    }
}

fn greatest_divisor(mut first: u128, mut second: u128) -> u128 {
    while second != 0 {
        (first, second) = (second, first % second);
    }
    first.max(1)
}

impl std::fmt::Display for Number {
    /// Formats a decimal number, exact if it is finite, otherwise with fifteen places.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const PLACES: u32 = 15;
        let (whole, mut remainder) = (
            self.numerator.unsigned_abs() / self.denominator.unsigned_abs(),
            self.numerator.unsigned_abs() % self.denominator.unsigned_abs(),
        );
        if self.numerator < 0 {
            write!(f, "-")?;
        }
        write!(f, "{whole}")?;
        if remainder == 0 {
            return Ok(());
        }
        write!(f, ".")?;
        for _ in 0..self.decimal_places().unwrap_or(PLACES) {
            let Some(scaled) = remainder.checked_mul(10) else { break };
            write!(f, "{}", scaled / self.denominator.unsigned_abs())?;
            remainder = scaled % self.denominator.unsigned_abs();
            if remainder == 0 {
                break;
            }
        }
        Ok(())
    }
}
