-- Settings: what the owner of a workspace decides about it, changed by one call. A new setting is a column of `workspaces`, an
-- attribute of `workspace_settings` and, where its values have a form, a line of `private.reason_against_setting`.

-- # Rules

create type public.workspace_settings as (
  name text,
  logo_url text,
  favicon_url text,
  theme jsonb,
  home_content text,
  redirects text,
  idle_timeout_seconds integer,
  hide_powered_by boolean,
  hide_sign_in boolean,
  join_requests_disabled boolean,
  guests_receive_daily_digest boolean,
  use_automatic_ssg_conversion boolean,
  disable_default_styleguide_editing boolean,
  show_tryit boolean,
  show_tryit_mock_server boolean,
  allow_search_indexing boolean,
  show_userway boolean,
  disable_cookie_tracking boolean,
  allow_public_projects boolean,
  allow_web_projects boolean,
  google_tag_manager text,
  localizejs text,
  migrated_from_next boolean
);
comment on type public.workspace_settings is 'Every setting of a workspace, by the names of its columns: what there is to change, and nothing else.';

create function private.settings_of(host public.workspaces)
returns public.workspace_settings
language sql
stable
set search_path = ''
as $$
  select jsonb_populate_record(null::public.workspace_settings, to_jsonb(host))
$$;
comment on function private.settings_of is 'The settings of a workspace.';

create function private.kind_of(value jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select case jsonb_typeof(value) when 'string' then 'text' when 'number' then 'integer' when 'object' then 'jsonb' else jsonb_typeof(value) end
$$;
comment on function private.kind_of is 'The type of a column that would hold a value of JSON.';

create function private.reason_against_setting(setting text, value jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  given constant text := value #>> '{}';
  kind text;
  is_needed boolean;
begin
  select a.atttypid::regtype::text, c.attnotnull into kind, is_needed
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_attribute c on c.attrelid = 'public.workspaces'::regclass and c.attname = a.attname
  where a.attrelid = 'public.workspace_settings'::regclass and a.attname = setting and not a.attisdropped;
  if not found then
    return 'workspace_setting_unknown';
  elsif value is null or value = 'null' then
    return case when is_needed then 'required' end;
  elsif kind <> private.kind_of(value) then
    return case kind when 'boolean' then 'setting_not_a_flag' when 'text' then 'setting_not_a_text' when 'integer' then 'setting_not_a_number' else 'setting_not_an_object' end;
  end if;
  return case setting
    when 'name' then case when length(btrim(given)) < 2 then 'workspace_name_too_short' when length(btrim(given)) > 20 then 'workspace_name_too_long' end
    -- In less than a minute nobody signs in and sets it back.
    when 'idle_timeout_seconds' then case when given::numeric <> trunc(given::numeric) or given::numeric not between 60 and 31536000 then 'idle_timeout_invalid' end
    -- A drawing may keep a browser busy without end: one that was uploaded was looked through, one in an address was not.
    when 'logo_url' then case when not private.is_picture_address(given) or given ~ '^data:image/svg' then 'picture_address_invalid' end
    when 'favicon_url' then case when not private.is_picture_address(given) or given ~ '^data:image/svg' then 'picture_address_invalid' end
    when 'theme' then case when not private.is_theme(value) then 'theme_invalid' end
    when 'home_content' then case when length(given) > 30000 then 'home_content_too_long' end
    when 'redirects' then case when length(given) > 50000 then 'redirects_too_long' end
    -- Names of theirs, as those who give them out make them: they become part of an address.
    when 'google_tag_manager' then case when given !~ '^(GTM-[A-Z0-9]{4,12})?$' then 'tag_manager_invalid' end
    when 'localizejs' then case when given !~ '^([A-Za-z0-9]{8,40})?$' then 'localize_invalid' end
  end;
end
$$;
comment on function private.reason_against_setting is 'What is wrong with the value of a setting, or null: its kind is that of its column, its form stands here.';

create function private.is_redirect_path(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- No other host and no other scheme, however often it is read: neither as it stands nor by percent signs.
  select not private.has_unseen(address)
    and address !~ '[[:space:]\u0085\u00a0\u1680\u2000-\u200f\u202f\u205f\u3000\\"<>`{|}^]'
    and address !~* '%([01][0-9a-f]|7f|25|2e|2f|3a|5c)|%(?![0-9a-f]{2})'
    and path !~ '//|^/?[^/]*:|(^|/)[.]{1,2}(/|$)'
  from split_part(split_part(address, '?', 1), '#', 1) path
$$;
comment on function private.is_redirect_path is 'Whether an address is a path of the host that it stands at, whoever reads it (problemOfPath of _shared/domain/redirects.ts).';

create function private.is_redirect(words text[])
returns boolean
language sql
immutable
set search_path = ''
as $$
  select cardinality(words) between 2 and 3
    and words[1] !~ '[?#]' and words[1] !~ '[*].*[*]' and words[2] !~ '[*].*[*]' and (words[2] !~ '[*]' or words[1] ~ '[*]')
    and private.is_redirect_path(words[1]) and private.is_redirect_path(words[2])
    and split_part(ltrim(lower(words[1]), '/'), '/', 1) <> all (servers || screens)
    -- A percent sign of a letter that needs none hides what is meant.
    and split_part(ltrim(words[1], '/'), '/', 1) !~* '%([4-7]|2d)'
    and split_part(ltrim(lower(split_part(split_part(words[2], '?', 1), '#', 1)), '/'), '/', 1) <> all (servers)
  from (select
    string_to_array('api,rest,graphql,realtime,functions,storage,mocks,otel,assets,tags,oauth,health,inbox,.well-known,config.js,embed.js,index.html,robots.txt,sitemap.xml,sitemaps,llms.txt,favicon.ico', ',') servers,
    string_to_array('auth,login,admin,studio,account,settings,welcome,add,device,links,shared', ',') screens) kept
$$;
comment on function private.is_redirect is 'Whether the words of a line are a redirect: from, to and perhaps a status, both paths of the workspace, none of them kept by the product. tests/db tries it with the lines that the code is tried with.';

create function private.bad_redirect(redirects text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select min(case when number > 1000 or not private.is_redirect(words) then line end)
  from (
    select line, words, row_number() over (order by line) as number
    from (
      select l.line::integer, array_remove(regexp_split_to_array(l.written, '[ \t\r]+'), '') as words
      from regexp_split_to_table(redirects, '\n') with ordinality l (written, line)) split
    where cardinality(words) > 0 and words[1] not like '#%') rules
$$;
comment on function private.bad_redirect is 'The first line that is no redirect, or beyond the thousandth of them; null where there is none.';

create function private.keep_settings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(private.settings_of(old));
  changed record;
  bad_line integer;
begin
  for changed in select n.key, n.value from jsonb_each(to_jsonb(private.settings_of(new))) n where n.value is distinct from was -> n.key loop
    perform private.require_nothing_against(private.reason_against_setting(changed.key, changed.value), changed.key);
  end loop;
  if new.redirects is distinct from old.redirects then
    bad_line := private.bad_redirect(new.redirects);
    if bad_line is not null then
      perform private.problem('redirect_invalid', 'redirects', jsonb_build_object('line', bad_line));
    end if;
  end if;
  return new;
end
$$;
comment on function private.keep_settings is 'Settings are judged by one rule, whichever door people come by; those that were there before stay until they are changed.';
create trigger keep_settings before update on public.workspaces
  for each row when (auth.uid() is not null) execute function private.keep_settings();

-- # Calls

create function public.update_workspace_settings(p_workspace_id bigint, p_changes jsonb, p_seen jsonb default null)
returns public.workspace_settings
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  stored jsonb;
  wanted jsonb := '{}';
  setting text;
  value jsonb;
begin
  -- The seats come before the row of the workspace, as in all writes that a plan gates.
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  if jsonb_typeof(p_changes) is distinct from 'object' then
    perform private.problem('settings_not_an_object');
  end if;
  select w.* into host from public.workspaces w where w.id = p_workspace_id for no key update;
  stored := to_jsonb(private.settings_of(host));
  for setting, value in select c.key, c.value from jsonb_each(p_changes) c order by c.key loop
    if not stored ? setting then
      perform private.problem('workspace_setting_unknown', left(setting, 100));
    end if;
    if setting = 'name' and jsonb_typeof(value) = 'string' then
      value := to_jsonb(btrim(value #>> '{}'));
    end if;
    if value = '""' then
      value := 'null';
    end if;
    perform private.require_nothing_against(private.reason_against_setting(setting, value), setting);
    perform private.require_seen(p_seen, jsonb_build_object(setting, value), stored, p_workspace_id, array['workspace.updated'],
      jsonb_build_object('changed', jsonb_build_array(setting)));
    if value is distinct from stored -> setting then
      wanted := wanted || jsonb_build_object(setting, value);
    end if;
  end loop;
  if wanted <> '{}' then
    -- Names of our own columns: none is here that the type of settings does not have.
    execute format(
      $change$update public.workspaces w set (%1$s) = (select %1$s from jsonb_populate_record(w, $1)) where w.id = $2 returning w.*$change$,
      (select string_agg(quote_ident(n), ', ') from jsonb_object_keys(wanted) n))
    into host using wanted, p_workspace_id;
  end if;
  return private.settings_of(host);
end
$$;
comment on function public.update_workspace_settings is 'Changes the settings that are named, all or none, and answers all as they are now. p_seen: what the caller saw of them; where that was changed meanwhile to something else than is wanted, nothing is written (409).';

create function public.workspace_redirects(p_slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select w.redirects from public.workspaces w
  where w.slug = lower(p_slug) and w.redirects <> '' and private.plan_holds(w.id, 'redirects')
$$;
comment on function public.workspace_redirects is 'The redirects of a workspace while its plan holds them, for anybody: whoever asks for its paths is led by them.';

-- # Grants

grant execute on function public.update_workspace_settings to authenticated;
grant execute on function public.workspace_redirects to anon, authenticated;
