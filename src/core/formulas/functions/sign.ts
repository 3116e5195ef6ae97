/** The binary operators. An operator with two spellings is listed by one of them. */
export type Sign = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/' | '%' | '^';
