set local check_function_bodies = off;

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "has_redirects" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.bad_redirect(redirects text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select min(case when number > 1000 or not private.is_redirect(words) then line end)
  from (
    select line, words, row_number() over (order by line) as number
    from (
      select l.line::integer, array_remove(regexp_split_to_array(l.written, '[ \t\r]+'), '') as words
      from regexp_split_to_table(redirects, '\n') with ordinality l (written, line)) split
    where cardinality(words) > 0 and words[1] not like '#%') rules
$function$;

CREATE OR REPLACE FUNCTION private.is_redirect(words text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_redirect_path(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- No other host and no other scheme, however often it is read: neither as it stands nor by percent signs.
  select not private.has_unseen(address)
    and address !~ '[[:space:]\u0085\u00a0\u1680\u2000-\u200f\u202f\u205f\u3000\\"<>`{|}^]'
    and address !~* '%([01][0-9a-f]|7f|25|2e|2f|3a|5c)|%(?![0-9a-f]{2})'
    and path !~ '//|^/?[^/]*:|(^|/)[.]{1,2}(/|$)'
  from split_part(split_part(address, '?', 1), '#', 1) path
$function$;

CREATE OR REPLACE FUNCTION private.keep_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.set_project_style_guides(p_project_id bigint, p_style_guide_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant bigint[] := coalesce(p_style_guide_ids, '{}');
  host_id bigint;
  was jsonb;
  becomes jsonb;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  was := private.style_guide_names(p_project_id);
  if cardinality(wanted) > 50 then
    perform private.problem('too_many_style_guides', 'extended_ssg_ids');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  if (select w.disable_default_styleguide_editing from public.workspaces w where w.id = host_id)
    and not private.can_in_workspace(host_id, 'WorkspaceGlobalAdmin') then
    perform private.problem('style_guides_kept', 'extended_ssg_ids');
  end if;
  if exists (
    select 1 from unnest(wanted) w (id)
    left join public.projects p on p.id = w.id and p.id <> p_project_id and p.workspace_id = host_id and p.flavor = 'style_guide'
    where p.id is null or not private.can_in_project(p.id, 'project_read')
  ) then
    perform private.problem('style_guide_not_found', 'extended_ssg_ids');
  end if;
  -- What the caller does not read was not shown to them: it stays, behind what they name.
  delete from public.project_style_guides s
  where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read');
  update public.project_style_guides s set position = s.position + cardinality(wanted) where s.project_id = p_project_id;
  insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
  select p_project_id, w.id, host_id, min(w.place) - 1
  from unnest(wanted) with ordinality w (id, place)
  group by w.id;
  becomes := private.style_guide_names(p_project_id);
  if was <> becomes then
    perform private.log_activity(host_id, 'project.style_guides.updated', (
      select jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug, 'changes', private.told_changes(
        jsonb_build_object('style_guides', was), jsonb_build_object('style_guides', becomes), array['style_guides']))
      from public.projects p where p.id = p_project_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_by_slug(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url,
    -- What a plan sells is shown while the plan holds it; the row keeps it for when one does again.
    case when private.plan_holds(w.id, 'favicon') then w.favicon_url end,
    case when private.plan_holds(w.id, 'custom_theme') then w.theme else '{}' end,
    w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'), w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id),
    -- Names of theirs, as those who give them out make them: they become part of an address.
    case when w.google_tag_manager ~ '^GTM-[A-Z0-9]{4,12}$' and private.plan_holds(w.id, 'google_tag_manager') then w.google_tag_manager end,
    case when w.localizejs ~ '^[A-Za-z0-9]{8,40}$' and private.plan_holds(w.id, 'localizejs') then w.localizejs end,
    w.show_userway, w.disable_cookie_tracking,
    coalesce(w.redirects, '') <> '' and private.plan_holds(w.id, 'redirects'))::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$function$;

CREATE OR REPLACE FUNCTION public.workspace_redirects(p_slug text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.redirects from public.workspaces w
  where w.slug = lower(p_slug) and w.redirects <> '' and private.plan_holds(w.id, 'redirects')
$function$;

COMMENT ON FUNCTION "private"."bad_redirect"(text) IS 'The first line that is no redirect, or beyond the thousandth of them; null where there is none.';

COMMENT ON FUNCTION "private"."is_redirect"(text[]) IS 'Whether the words of a line are a redirect: from, to and perhaps a status, both paths of the workspace, none of them kept by the product. tests/db tries it with the lines that the code is tried with.';

COMMENT ON FUNCTION "private"."is_redirect_path"(text) IS 'Whether an address is a path of the host that it stands at, whoever reads it (problemOfPath of _shared/domain/redirects.ts).';

COMMENT ON FUNCTION "public"."workspace_redirects"(text) IS 'The redirects of a workspace while its plan holds them, for anybody: whoever asks for its paths is led by them.';

COMMENT ON TYPE "public"."workspace_site" IS 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in. google_tag_manager, localizejs, show_userway: what documentation loads of others for its visitors, as far as the plan holds it, as also favicon_url, theme and hide_powered_by; disable_cookie_tracking: once they allow it. has_redirects: public.workspace_redirects has some.';

REVOKE ALL ON FUNCTION "private"."bad_redirect"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bad_redirect"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_redirect"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_redirect"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_redirect_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_redirect_path"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_redirects"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_redirects"(text) TO "anon", "authenticated", "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence, field) values
  ('redirect_invalid', 'VALIDATION_ERROR', 400, 'Line {line} is no redirect: from to [301|302], both of them paths of this workspace that the product does not keep.', 'redirects'),
  ('style_guides_kept', 'INSUFFICIENT_PERMISSIONS', 403, 'Only administrators of this workspace change the style guides of its projects.', null);
