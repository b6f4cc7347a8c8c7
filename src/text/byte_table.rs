//! A table that has something for each byte, made when the library is compiled.

/// Makes a table of `value` for each `byte`: `byte_table!(|byte| byte == b'.')`.
macro_rules! byte_table {
    (|$byte:ident| $value:expr) => {{
        let mut table = [{
            let $byte = 0_u8;
            $value
        }; 256];
        let mut index = 1;
        while index < table.len() {
            let $byte = index as u8;
            table[index] = $value;
            index += 1;
        }
        table
    }};
}

pub(crate) use byte_table;

#[cfg(test)]
mod tests {
    #[test]
    fn a_table_has_every_byte() {
        const NEXT: [u16; 256] = byte_table!(|byte| byte as u16 + 1);
        assert!(NEXT.iter().zip(1..).all(|(&next, index)| next == index));
    }
}
