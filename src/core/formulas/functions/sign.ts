/** The binary operators, those with two spellings by one of them. */
export type Sign = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/' | '%' | '^';
