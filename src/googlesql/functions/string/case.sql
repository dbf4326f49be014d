-- UPPER(s) by the full mappings of Unicode, in which a character can become several (ß → SS). DuckDB maps characters
-- one by one, which is the same for ASCII.
CREATE MACRO gsql_upper(s) AS
  CASE WHEN strlen(s) = length(s) OR NOT regexp_matches(s, '[ßŉǰΐΰևẖẗẘẙẚὐὒὔὖᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯᾲᾳᾴᾶᾷᾼῂῃῄῆῇῌῒΐῖῗῢΰῤῦῧῲῳῴῶῷῼ\u{fb00}\u{fb01}\u{fb02}\u{fb03}\u{fb04}\u{fb05}\u{fb06}\u{fb13}\u{fb14}\u{fb15}\u{fb16}\u{fb17}]') THEN upper(s)
       ELSE array_to_string(list_transform(string_split(s, ''), lambda c: CASE
         WHEN contains('ßŉǰΐΰևẖẗẘẙẚὐὒὔὖᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯᾲᾳᾴᾶᾷᾼῂῃῄῆῇῌῒΐῖῗῢΰῤῦῧῲῳῴῶῷῼ\u{fb00}\u{fb01}\u{fb02}\u{fb03}\u{fb04}\u{fb05}\u{fb06}\u{fb13}\u{fb14}\u{fb15}\u{fb16}\u{fb17}', c)
           THEN string_split('SS,ʼN,J\u{30c},Ι\u{308}\u{301},Υ\u{308}\u{301},ԵՒ,H\u{331},T\u{308},W\u{30a},Y\u{30a},Aʾ,Υ\u{313},Υ\u{313}\u{300},Υ\u{313}\u{301},Υ\u{313}\u{342},ἈΙ,ἉΙ,ἊΙ,ἋΙ,ἌΙ,ἍΙ,ἎΙ,ἏΙ,ἈΙ,ἉΙ,ἊΙ,ἋΙ,ἌΙ,ἍΙ,ἎΙ,ἏΙ,ἨΙ,ἩΙ,ἪΙ,ἫΙ,ἬΙ,ἭΙ,ἮΙ,ἯΙ,ἨΙ,ἩΙ,ἪΙ,ἫΙ,ἬΙ,ἭΙ,ἮΙ,ἯΙ,ὨΙ,ὩΙ,ὪΙ,ὫΙ,ὬΙ,ὭΙ,ὮΙ,ὯΙ,ὨΙ,ὩΙ,ὪΙ,ὫΙ,ὬΙ,ὭΙ,ὮΙ,ὯΙ,ᾺΙ,ΑΙ,ΆΙ,Α\u{342},Α\u{342}Ι,ΑΙ,ῊΙ,ΗΙ,ΉΙ,Η\u{342},Η\u{342}Ι,ΗΙ,Ι\u{308}\u{300},Ι\u{308}\u{301},Ι\u{342},Ι\u{308}\u{342},Υ\u{308}\u{300},Υ\u{308}\u{301},Ρ\u{313},Υ\u{342},Υ\u{308}\u{342},ῺΙ,ΩΙ,ΏΙ,Ω\u{342},Ω\u{342}Ι,ΩΙ,FF,FI,FL,FFI,FFL,ST,ST,ՄՆ,ՄԵ,ՄԻ,ՎՆ,ՄԽ', ',')[instr('ßŉǰΐΰևẖẗẘẙẚὐὒὔὖᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯᾲᾳᾴᾶᾷᾼῂῃῄῆῇῌῒΐῖῗῢΰῤῦῧῲῳῴῶῷῼ\u{fb00}\u{fb01}\u{fb02}\u{fb03}\u{fb04}\u{fb05}\u{fb06}\u{fb13}\u{fb14}\u{fb15}\u{fb16}\u{fb17}', c)]
         ELSE upper(c) END), '') END;

-- LOWER(s): a sigma at the end of a word has its own form, whatever marks stand between.
-- The classes are written out: DuckDB compiles a pattern anew for every chunk inside a lambda, and Unicode's own
-- class of letters takes a millisecond.
CREATE MACRO gsql_lower(s) AS
  CASE WHEN strlen(s) = length(s) THEN lower(s)
       WHEN contains(s, 'Σ') THEN lower(replace(regexp_replace(s, '([A-Za-zªµºÀ-ʯͰ-ϿЀ-ԯԱ-ևႠ-ჿᲀ-῿Ⰰ-ⴭꙀ-ꟿ\u{fb00}-\u{fb17}\u{ff21}-\u{ff3a}\u{ff41}-\u{ff5a}][''’.:·\u{300}-\u{36f}]*)Σ([''’.:·\u{300}-\u{36f}]*(?:[^A-Za-zªµºÀ-ʯͰ-ϿЀ-ԯԱ-ևႠ-ჿᲀ-῿Ⰰ-ⴭꙀ-ꟿ\u{fb00}-\u{fb17}\u{ff21}-\u{ff3a}\u{ff41}-\u{ff5a}''’.:·\u{300}-\u{36f}]|$))', '\1ς\2', 'g'), 'İ', 'i\u{307}'))
       ELSE lower(replace(s, 'İ', 'i\u{307}')) END;

-- What INITCAP(s) takes for the ends of words.
CREATE MACRO gsql_word_delimiters() AS '\u{9}\u{a}\u{b}\u{c}\u{d} \u{85}\u{a0}\u{1680}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}[](){}/|<>!?@"^#$&~_,.:;*%+-\';

-- INITCAP(s, delimiters). A delimiter starts no word itself. The capital ß is not what a word begins with.
CREATE MACRO gsql_initcap(s, delimiters) AS
  CASE WHEN s = '' OR delimiters IS NULL THEN left(delimiters, 0)
       ELSE array_to_string(list_transform(string_split(s, ''), lambda c, i: CASE
         WHEN contains(delimiters, c) THEN c
         WHEN c != 'ß' AND (i = 1 OR contains(delimiters, substring(s, i - 1, 1)))
           THEN upper(c)
         ELSE lower(c) END), '') END;

-- White space of Unicode.
CREATE MACRO gsql_white_space() AS '\u{9}\u{a}\u{b}\u{c}\u{d} \u{85}\u{a0}\u{1680}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}';

-- TRIM(s), LTRIM(s) and RTRIM(s).
CREATE MACRO gsql_trim(s) AS trim(s, gsql_white_space());
CREATE MACRO gsql_ltrim(s) AS ltrim(s, gsql_white_space());
CREATE MACRO gsql_rtrim(s) AS rtrim(s, gsql_white_space());
