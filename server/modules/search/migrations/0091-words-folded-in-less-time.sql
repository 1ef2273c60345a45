-- Why: folding a text compared each of its characters with up to 176 marks: 145 µs for the lines of an order in German.
-- Works with: 39

-- As before, by means that look for each mark in the whole text: a fifth of the time.
do $$
declare
  keyboard text := E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~';
  marks text := '[‘’‚‛“”„‟ʼ‹›«»‐‒–—―·•¡¿、。「」『』・]';
  accents text := '[' || chr(768) || '-' || chr(879) || ']+';
  ascii text := 'lower($1 collate "C")';
  others text := 'lower(normalize($1, NFKD))';
  mark text;
begin
  foreach mark in array string_to_array(keyboard, null) loop
    ascii := format('replace(%s, %L, '' '')', ascii, mark);
    others := format('replace(%s, %L, '' '')', others, mark);
  end loop;
  execute format($function$
    create or replace function searchable(text) returns text language sql immutable parallel safe as $body$
      select case when octet_length($1) = char_length($1)
        then %s
        else regexp_replace(regexp_replace(%s, %L, '', 'g'), %L, ' ', 'g') end
    $body$ $function$, ascii, others, accents, marks);
end
$$;
