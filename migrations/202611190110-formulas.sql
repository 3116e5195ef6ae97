-- Functions of the formula language (src/core/formulas). None of them raises an error for any argument: arguments without a result give null.
-- A function is written in plpgsql because PostgreSQL does not inline it: inlining would repeat the SQL of an argument, and the size of nested
-- calls would grow exponentially. They are not leakproof, as only a superuser can declare that, and formulas are never conditions of an index.
-- evaluate() of src/core/formulas gives the same results. A test compares both.

create function formula_number(x numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  -- NaN and infinity are beyond the limits too.
  return case when x > -1e30 and x < 1e30 then trim_scale(round(x, 12)) end;
end $$;

create function formula_divide(a numeric, b numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  if b = 0 then return null; end if;
  -- The operator / rounds to a scale of its own before the result is rounded to 12 decimals, so this divides integers.
  return formula_number(sign(a) * sign(b) * div(abs(a) * 2000000000000 + abs(b), abs(b) * 2) * 0.000000000001);
end $$;

create function formula_mod(a numeric, b numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return case when b <> 0 then formula_number(mod(a, b)) end;
end $$;

-- Exponents up to this size are multiplied out; other powers are exponentials of logarithms, with so many digits that both evaluators agree.
create function formula_power(x numeric, y numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  result numeric := 1;
begin
  if y = trunc(y) and abs(y) <= 1000 then
    for n in 1 .. abs(y)::int loop
      result := round(result * x, 30);
      if abs(result) >= 1e30 then
        return case when y < 0 then 0 end;
      end if;
    end loop;
    return case when y < 0 then formula_divide(1, result) else formula_number(result) end;
  end if;
  if x <= 0 then
    return case when x = 0 and y > 0 then 0 end;
  end if;
  return formula_exp(y * ln(round(x, 80)));
end $$;

create function formula_exp(x numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  if x >= 70 then return null; end if;
  if x <= -70 then return 0; end if;
  return formula_number(round(exp(round(x, 80)), 20));
end $$;

create function formula_ln(x numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return case when x > 0 then formula_number(round(ln(round(x, 80)), 20)) end;
end $$;

create function formula_log(x numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return case when x > 0 then formula_number(round(ln(round(x, 80)) / ln(round(10, 80)), 20)) end;
end $$;

create function formula_sqrt(x numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return case when x >= 0 then formula_number(sqrt(round(x, 80))) end;
end $$;

-- A whole number from 0 to a limit, such as the length of a text.
create function formula_count(x numeric, max int) returns int language plpgsql immutable strict parallel safe as $$
begin
  return greatest(0, least(max, trunc(x)))::int;
end $$;

create function formula_round(x numeric, places numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return formula_number(round(x, greatest(-31, least(12, trunc(places)))::int));
end $$;

create function formula_round_down(x numeric, places numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return formula_number(trunc(x, greatest(-31, least(12, trunc(places)))::int));
end $$;

create function formula_round_up(x numeric, places numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  scale int := greatest(-31, least(12, trunc(places)))::int;
  result numeric := trunc(x, scale);
begin
  if result <> x then
    result := result + sign(x) * case when scale < 0 then ('1e' || -scale)::numeric else ('1e-' || scale)::numeric end;
  end if;
  return formula_number(result);
end $$;

create function formula_value(given text) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  digits text := btrim(given, E' \t\n\r\u00a0');
begin
  if length(digits) > 100 or digits collate "C" !~ '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$' then return null; end if;
  return formula_number(digits::numeric);
end $$;

create function formula_ends_with(given text, ending text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return right(given, length(ending)) = ending collate "C";
end $$;

create function formula_find(wanted text, given text, start numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  skipped int := formula_count(start - 1, 10000);
  place int;
begin
  if skipped > length(given) then return 0; end if;
  place := strpos(substr(given, skipped + 1) collate "C", wanted);
  return case when place = 0 then 0 else place + skipped end;
end $$;

-- The result is cut at 10,000 characters, so that only as many parts are read as it can have.
create function formula_substitute(given text, wanted text, replacement text) returns text language plpgsql immutable strict parallel safe as $$
declare
  parts text[];
begin
  if wanted = '' collate "C" then return given; end if;
  parts := string_to_array(given collate "C", wanted);
  if replacement <> '' collate "C" then parts := parts[1 : 10000 / length(replacement) + 2]; end if;
  return left(array_to_string(parts, replacement), 10000);
end $$;

create function formula_repeat(given text, times numeric) returns text language plpgsql immutable strict parallel safe as $$
declare
  size int := length(given);
begin
  if size = 0 then return ''; end if;
  return left(repeat(given, formula_count(times, 10000 / size + 1)), 10000);
end $$;

create function formula_join(list text[], separator text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return left(array_to_string(list, separator), 10000);
end $$;

-- Dates of the years 1 to 9999; others, and infinity, are null.
create function formula_day(day date) returns date language plpgsql immutable strict parallel safe as $$
begin
  return case when day between date '0001-01-01' and date '9999-12-31' then day end;
end $$;

create function formula_moment(moment timestamptz) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  utc timestamp := moment at time zone 'UTC';
begin
  return case when utc >= timestamp '0001-01-01' and utc < timestamp '10000-01-01'
    then date_trunc('milliseconds', utc) at time zone 'UTC' end;
end $$;

create function formula_date(year numeric, month numeric, day numeric) returns date language plpgsql immutable strict parallel safe as $$
declare
  result date;
begin
  if trunc(year) between 1 and 9999 and trunc(month) between 1 and 12 and trunc(day) between 1 and 31 then
    result := make_date(trunc(year)::int, trunc(month)::int, 1) + (trunc(day)::int - 1);
    return case when extract(month from result) = trunc(month) then result end;
  end if;
  return null;
end $$;

create function formula_add_days(day date, days numeric) returns date language plpgsql immutable strict parallel safe as $$
begin
  return case when day - date '0001-01-01' + trunc(days) between 0 and 3652058 then day + trunc(days)::int end;
end $$;

create function formula_add_months(day date, months numeric) returns date language plpgsql immutable strict parallel safe as $$
begin
  return case when day between date '0001-01-01' and date '9999-12-31'
    and extract(year from day) * 12 + extract(month from day) - 1 + trunc(months) between 12 and 119999
    then (day + make_interval(months => trunc(months)::int))::date end;
end $$;

create function formula_months_between(first date, last date) returns numeric language plpgsql immutable strict parallel safe as $$
declare
  months int := (extract(year from last) - extract(year from first)) * 12 + extract(month from last) - extract(month from first);
  reached date := first + make_interval(months => months);
begin
  return months - case when months > 0 and reached > last then 1 when months < 0 and reached < last then -1 else 0 end;
end $$;

-- Days of 24 hours, in milliseconds.
create function formula_add_time(moment timestamptz, days numeric) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  ms numeric := extract(epoch from moment) * 1000 + round(days * 86400000);
begin
  return case when ms between -62135596800000 and 253402300799999 then
    (timestamp '1970-01-01' + make_interval(days => div(ms, 86400000)::int, secs => (mod(ms, 86400000) / 1000)::float8)) at time zone 'UTC' end;
end $$;

-- In units of so many milliseconds.
create function formula_time_between(first timestamptz, last timestamptz, unit numeric) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  return formula_divide(trunc((extract(epoch from last) - extract(epoch from first)) * 1000), unit);
end $$;

-- A time that the clocks skip or show twice is read with the offset that holds at the moment found with the offset of that time in UTC.
create function formula_at_zone(wall timestamp, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  guess timestamptz := wall at time zone 'UTC';
begin
  guess := (wall - ((guess at time zone zone) - wall)) at time zone 'UTC';
  return formula_moment((wall - ((guess at time zone zone) - (guess at time zone 'UTC'))) at time zone 'UTC');
end $$;

create function formula_datetime(day date, hour numeric, minute numeric, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
begin
  if trunc(hour) not between 0 and 23 or trunc(minute) not between 0 and 59 then return null; end if;
  return formula_at_zone(day + make_interval(hours => trunc(hour)::int, mins => trunc(minute)::int), zone);
end $$;

-- These keep the time of the day in the time zone.
create function formula_add_days(moment timestamptz, days numeric, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  wall timestamp := moment at time zone zone;
begin
  return formula_at_zone(formula_add_days(wall::date, days) + wall::time, zone);
end $$;

create function formula_add_months(moment timestamptz, months numeric, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  wall timestamp := moment at time zone zone;
begin
  return formula_at_zone(formula_add_months(wall::date, months) + wall::time, zone);
end $$;

create function formula_text(moment timestamptz, zone text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when formula_day((moment at time zone zone)::date) is not null then to_char(moment at time zone zone, 'YYYY-MM-DD HH24:MI') end;
end $$;

-- Letters of Latin, Greek, Cyrillic and Armenian. The functions upper and lower know other letters in each version and collation of PostgreSQL.
-- Frequent characters that do not change are named first, because translate compares each character with the list.
create function formula_upper(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(given) = length(given) then return upper(given collate "C"); end if;
  return translate(given,
    'etaoinsrhldcumfpgwybvkxjqz 0123456789.,-''"/:;()@_+&%!?#*=ETAOINSRHLDCUMFPGWYBVKXJQZµàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžſƀƃƅƈƌƒƕƙƚƞơƣƥƨƭưƴƶƹƽƿǅǆǈǉǋǌǎǐǒǔǖǘǚǜǝǟǡǣǥǧǩǫǭǯǲǳǵǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟȣȥȧȩȫȭȯȱȳȼɂɇɉɋɍɏͱͳͷͻͼͽάέήίαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώϐϑϕϖϗϙϛϝϟϡϣϥϧϩϫϭϯϰϱϲϳϵϸϻабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӂӄӆӈӊӌӎӏӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿ',
    'ETAOINSRHLDCUMFPGWYBVKXJQZ 0123456789.,-''"/:;()@_+&%!?#*=ETAOINSRHLDCUMFPGWYBVKXJQZΜÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮIĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŹŻŽSɃƂƄƇƋƑǶƘȽȠƠƢƤƧƬƯƳƵƸƼǷǄǄǇǇǊǊǍǏǑǓǕǗǙǛƎǞǠǢǤǦǨǪǬǮǱǱǴǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȢȤȦȨȪȬȮȰȲȻɁɆɈɊɌɎͰͲͶϽϾϿΆΈΉΊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩΪΫΌΎΏΒΘΦΠϏϘϚϜϞϠϢϤϦϨϪϬϮΚΡϹͿΕϷϺАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӁӃӅӇӉӋӍӀӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔṠẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾ');
end $$;

create function formula_lower(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(given) = length(given) then return lower(given collate "C"); end if;
  return translate(given,
    'ETAOINSRHLDCUMFPGWYBVKXJQZ 0123456789.,-''"/:;()@_+&%!?#*=etaoinsrhldcumfpgwybvkxjqzÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƂƄƇƋƎƑƘƠƢƤƧƬƯƳƵƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȻȽɁɃɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾ',
    'etaoinsrhldcumfpgwybvkxjqz 0123456789.,-''"/:;()@_+&%!?#*=etaoinsrhldcumfpgwybvkxjqzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžƃƅƈƌǝƒƙơƣƥƨƭưƴƶƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳȼƚɂƀɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿ');
end $$;
