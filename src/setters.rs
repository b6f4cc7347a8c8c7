//! The setters of builders.

/// Defines setters: `name(value: Type) { field = value }`. Each takes the builder, sets the field and returns the builder.
macro_rules! setters {
    (#![$attribute:ident] $($(#[$meta:meta])* $name:ident($value:ident: $type:ty) { $($field:ident).+ = $set:expr })*) => {
        $(
            $(#[$meta])*
            #[$attribute]
            pub fn $name(mut self, $value: $type) -> Self {
                self.$($field).+ = $set;
                self
            }
        )*
    };
    ($($(#[$meta:meta])* $name:ident($value:ident: $type:ty) { $($field:ident).+ = $set:expr })*) => {
        $(
            $(#[$meta])*
            pub fn $name(mut self, $value: $type) -> Self {
                self.$($field).+ = $set;
                self
            }
        )*
    };
}

pub(crate) use setters;
