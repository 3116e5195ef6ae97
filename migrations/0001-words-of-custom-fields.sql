-- Before the models, whose columns use it.
create or replace function custom_words(custom jsonb) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  field text;
  value jsonb;
  content text;
  words text := '';
  room int := 80000;
begin
  for field, value in select e.key, e.value from jsonb_each(custom) e loop
    content := case jsonb_typeof(value)
      when 'string' then value #>> '{}'
      when 'array' then words_of(array(select jsonb_array_elements_text(value))) end;
    continue when content is null or room = 0;
    field := right(field, 12);
    if length(content) <= 500 and content ~ '^[^[:space:]@]+@[^[:space:]@]+$' then
      words := words || ' ''' || field || replace(replace(lower(content), '\', '\\'), '''', '''''') || '''';
    end if;
    content := left(content, least(10000, room));
    room := room - length(content);
    words := words || coalesce((
      select string_agg(' ''' || field || lexeme || '''', '')
      from unnest(to_tsvector('pg_catalog.simple'::regconfig, translate(content, '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                ')))
      where octet_length(lexeme) <= 2034), '');
  end loop;
  return words::tsvector;
end $$;

create or replace function custom_query(fields text[], word text) returns tsquery
  language sql immutable strict parallel safe
  return (select string_agg('(' || f.words || ')', ' | ')::tsquery
    from (select string_agg('''' || field || lexeme || ''':*', ' & ') as words
      from unnest(fields) field, unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, word))) lexeme
      group by field) f);

create or replace function custom_values(field text, given text[]) returns tsquery
  language sql immutable strict parallel safe
  return (select string_agg('''' || field || replace(replace(lower(value), '\', '\\'), '''', '''''') || '''', ' | ')::tsquery
    from unnest(given) value);
