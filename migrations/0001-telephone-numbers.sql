-- Before the models, whose columns use it. Telephone numbers are compared by their digits: without spaces, extensions and the 00 in front of a country.
create function phone_digits(phone text) returns text immutable strict parallel safe language sql
  return regexp_replace(regexp_replace(regexp_replace(phone, '(x|ext|#).*$', '', 'i'), '^\D*00', ''), '\D', '', 'g');

-- The last nine digits: the national and the international form of a number share them.
create function phone_key(phone text) returns text immutable strict parallel safe language sql return right(phone_digits(phone), 9);

-- Whether two texts are one number. A number without its country is the end of the number with it.
create function same_phone(a text, b text) returns boolean immutable strict parallel safe language sql return
  phone_digits(a) = phone_digits(b)
  or (a !~ '^\s*(\+|00)' and right(phone_digits(b), length(ltrim(phone_digits(a), '0'))) = ltrim(phone_digits(a), '0') and phone_key(a) = phone_key(b))
  or (b !~ '^\s*(\+|00)' and right(phone_digits(a), length(ltrim(phone_digits(b), '0'))) = ltrim(phone_digits(b), '0') and phone_key(a) = phone_key(b));
