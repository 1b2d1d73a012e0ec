//! Numbers of expressions: exact fractions, so that `0.1 + 0.2` equals `0.3` and no result depends on order.
//! What does not fit into 128 bits is an error, never another number.

use std::cmp::Ordering;

/// A fraction in lowest terms; the denominator is positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    top: i128,
    bottom: i128,
}

impl Number {
    /// The integer `value`.
    #[must_use]
    pub fn integer(value: i128) -> Self {
        Self { top: value, bottom: 1 }
    }

    /// The value of a number as YAML writes it; none for infinity, what is no number and monstrous ones.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if let Some(digits) = text.strip_prefix("0x") {
            return i128::from_str_radix(digits, 16).ok().map(Self::integer);
        }
        if let Some(digits) = text.strip_prefix("0o") {
            return i128::from_str_radix(digits, 8).ok().map(Self::integer);
        }
        let (mantissa, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        let top: i128 = match digits.as_str() {
            "" | "+" | "-" => 0,
            digits => digits.parse().ok()?,
        };
        let places = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let power = 10_i128.checked_pow(places.unsigned_abs());
        if top == 0 {
            Some(Self::integer(0))
        } else if places >= 0 {
            Some(Self::integer(top.checked_mul(power?)?))
        } else {
            Self::fraction(top, power?)
        }
    }

    fn fraction(top: i128, bottom: i128) -> Option<Self> {
        if bottom == 0 {
            return None;
        }
        let divisor = greatest_divisor(top.unsigned_abs(), bottom.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?.checked_mul(bottom.signum())?;
        Some(Self { top: top.checked_div(divisor)?, bottom: bottom.checked_div(divisor)? })
    }

    /// The integer that it is, if it is one.
    #[must_use]
    pub fn as_integer(self) -> Option<i128> {
        (self.bottom == 1).then_some(self.top)
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.top == 0
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.bottom == 1 && other.bottom == 1 {
            return self.top.checked_add(other.top).map(Self::integer);
        }
        let top = self.top.checked_mul(other.bottom)?.checked_add(other.top.checked_mul(self.bottom)?)?;
        Self::fraction(top, self.bottom.checked_mul(other.bottom)?)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { top: other.top.checked_neg()?, bottom: other.bottom })
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        Self::fraction(self.top.checked_mul(other.top)?, self.bottom.checked_mul(other.bottom)?)
    }

    /// The quotient; none for a division by zero as well.
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        Self::fraction(self.top.checked_mul(other.bottom)?, self.bottom.checked_mul(other.top)?)
    }

    /// What remains of a division that is rounded towards zero; its sign is that of the dividend.
    #[must_use]
    pub fn modulo(self, other: Self) -> Option<Self> {
        let quotient = self.over(other)?;
        self.minus(other.times(Self::integer(quotient.top / quotient.bottom))?)
    }

    /// How many places it has as a decimal number; none where that does not end, or not soon.
    #[must_use]
    pub fn places(self) -> Option<u32> {
        const MOST: u32 = 36;
        (0..=MOST).find(|&places| 10_i128.pow(places) % self.bottom == 0)
    }

    /// A number with few decimal places that is greater, and less than `other`.
    #[must_use]
    pub fn before(self, other: Self) -> Option<Self> {
        const MOST: u32 = 30;
        (0..MOST)
            .map_while(|places| {
                let scale = Self::integer(10_i128.pow(places));
                Self::integer(self.times(scale)?.floor().checked_add(1)?).over(scale)
            })
            .find(|between| *between < other)
    }

    /// The largest integer that is not greater.
    #[must_use]
    pub fn floor(self) -> i128 {
        self.top.div_euclid(self.bottom)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    /// By parts, as products need not fit: the integers below, then the inverse of what is left.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut one, mut two) = (*self, *other);
        let mut turned = false;
        loop {
            let answer = |order: Ordering| if turned { order.reverse() } else { order };
            let (low, high) = (one.floor(), two.floor());
            if low != high {
                return answer(low.cmp(&high));
            }
            let (left, right) = (one.top.rem_euclid(one.bottom), two.top.rem_euclid(two.bottom));
            if left == 0 || right == 0 {
                return answer(left.cmp(&right));
            }
            (one, two) = (Self { top: one.bottom, bottom: left }, Self { top: two.bottom, bottom: right });
            turned = !turned;
        }
    }
}

fn greatest_divisor(mut one: u128, mut two: u128) -> u128 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one.max(1)
}

impl std::fmt::Display for Number {
    /// As a decimal number, exactly where that ends, else to fifteen places.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const PLACES: u32 = 15;
        let (whole, mut left) = (
            self.top.unsigned_abs() / self.bottom.unsigned_abs(),
            self.top.unsigned_abs() % self.bottom.unsigned_abs(),
        );
        if self.top < 0 {
            write!(f, "-")?;
        }
        write!(f, "{whole}")?;
        if left == 0 {
            return Ok(());
        }
        write!(f, ".")?;
        for _ in 0..self.places().unwrap_or(PLACES) {
            let Some(ten) = left.checked_mul(10) else { break };
            write!(f, "{}", ten / self.bottom.unsigned_abs())?;
            left = ten % self.bottom.unsigned_abs();
            if left == 0 {
                break;
            }
        }
        Ok(())
    }
}
