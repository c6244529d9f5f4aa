set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.fill_profile(user_id bigint, data jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.users u set
    first_name = case when u.first_name = '' then private.name_from_outside(data ->> 'first_name') else u.first_name end,
    last_name = case when u.last_name = '' then private.name_from_outside(data ->> 'last_name') else u.last_name end,
    avatar_url = coalesce(u.avatar_url, case when data ->> 'avatar_url' ~ '^https?://' and length(data ->> 'avatar_url') <= 2000
      and private.is_plain_address(data ->> 'avatar_url') then data ->> 'avatar_url' end)
  where u.id = fill_profile.user_id
$function$;

CREATE OR REPLACE FUNCTION private.has_unseen(written text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Flags of regions are a black flag, tags that nobody sees, and the tag that ends them.
  select regexp_replace(written, '\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f', '', 'g')
    ~ '[\x01-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]'
$function$;

CREATE OR REPLACE FUNCTION private.is_email(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select length(address) <= 255 and private.is_plain_address(address)
    and address ~ '^[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f]+@[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]+\.[^\s@<>()\[\]\\,;:".\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]{2,}$'
$function$;

CREATE OR REPLACE FUNCTION private.is_git_branch(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(length(name) between 1 and 255 and name !~ '[\x01-\x20\x7f~^:?*\[\\]' and name !~ '(^[-/.])|([/.]$)|(\.\.)|(//)|(/\.)|(@\{)|(\.lock(/|$))'
    and name <> '@' and private.is_name(name), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_name(written text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not private.has_unseen(written)
    -- Beside blanks, joiners and selectors there is something.
    and written ~ '[^\s\u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]'
    -- A joiner joins what stands before it.
    and written !~ '(^|[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200c\u200d])[\u200c\u200d]'
$function$;

CREATE OR REPLACE FUNCTION private.is_plain_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not private.has_unseen(address)
    and address !~ '[\u0085\u00a0\u1680\u2000-\u200d\u202f\u205f\u3000\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff]'
$function$;

CREATE OR REPLACE FUNCTION private.is_project_path(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select length(path) between 1 and 1000 and not private.has_unseen(path)
    -- No parts that are empty, climb, or are longer than file systems take.
    and path !~ '(^|/)\.{0,2}(/|$)|[^/]{255}[^/]|\\|^[A-Za-z]:'
    -- Git's own folder, as some file systems spell it, too: they drop joiners, dots and blanks at the end, and what follows a colon.
    and regexp_replace(path, '[\u200c\u200d]', '', 'g') !~* '(^|/)(\.git|git~[0-9]+)[\s.]*(:[^/]*)?(/|$)'
$function$;

CREATE OR REPLACE FUNCTION private.keep_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place text;
  given text;
begin
  foreach place in array tg_argv loop
    given := to_jsonb(new) ->> place;
    if (tg_op = 'INSERT' or given is distinct from to_jsonb(old) ->> place) and not private.is_plain_address(given) then
      perform private.problem('address_invalid', place);
    end if;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place text;
  given text;
begin
  foreach place in array tg_argv loop
    given := to_jsonb(new) ->> place;
    -- Whether there may be none is the column's own rule.
    if btrim(given) <> '' and (tg_op = 'INSERT' or given is distinct from to_jsonb(old) ->> place) and not private.is_name(given) then
      perform private.problem('name_not_readable', place);
    end if;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_project_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  group_visibility text;
  host public.workspaces;
begin
  if new.visibility = 'public' and (tg_op = 'INSERT' or new.visibility <> old.visibility or new.group_id is distinct from old.group_id) then
    -- Locked, so that a group that is just turning internal sees this project.
    select g.visibility into group_visibility from public.groups g where g.id = new.group_id for share;
    if group_visibility = 'internal' then
      perform private.problem('group_is_internal');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if tg_op = 'INSERT' then
    perform private.require_nothing_against(private.reason_against_project(host, new));
  end if;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
  end if;
  -- People meet the plan and the kinds of projects here, whichever door they come by; the product itself may do as it must.
  if tg_op = 'UPDATE' and new.visibility <> old.visibility and (select auth.uid()) is not null and pg_trigger_depth() = 1 then
    if new.flavor <> 'design' then
      perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
    end if;
    if new.visibility = 'private' then
      perform private.feature_gate(new.workspace_id, 'private_projects');
    end if;
  end if;
  if (tg_op = 'INSERT' or new.name <> old.name) and (select auth.uid()) is not null then
    -- Of two writers of one name the second waits for the first, and sees it; behind the lock of the seats, as where projects are made.
    perform pg_advisory_xact_lock(hashtextextended('project name ' || new.workspace_id || ' ' || lower(btrim(new.name)), 0));
    if exists (select 1 from public.projects p
      where p.workspace_id = new.workspace_id and lower(btrim(p.name)) = lower(btrim(new.name)) and p.id <> new.id) then
      perform private.problem('project_name_taken', 'name');
    end if;
  end if;
  new.is_open := new.visibility = 'public' and host.allow_public_projects and not host.locked;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    delete from public.project_slugs s where s.workspace_id = new.workspace_id and s.slug = new.slug;
    insert into public.project_slugs (workspace_id, slug, project_id)
    values (old.workspace_id, old.slug, old.id)
    on conflict (workspace_id, slug) do update set project_id = excluded.project_id, created_at = now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_from_outside(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when private.is_name(btrim(written)) then left(btrim(written), 255) else '' end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_project(host public.workspaces, wanted public.projects)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when wanted.type = 'web' and not host.allow_web_projects then 'web_projects_off'
    when wanted.type = 'cli' and wanted.flavor <> 'design' then 'cli_project_not_an_api'
    when wanted.type = 'cli' and length(btrim(wanted.name)) < 2 then 'cli_project_name_too_short'
    when wanted.type = 'cli' and length(btrim(wanted.name)) > 30 then 'cli_project_name_too_long'
    when wanted.flavor = 'style_guide' and wanted.visibility = 'private' then 'private_projects_off'
  end
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb, p_repository jsonb DEFAULT NULL::jsonb, p_auto_invite_committers boolean DEFAULT false)
 RETURNS public.created_project
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
  first_branch constant text := coalesce(p_repository ->> 'default_branch', 'main');
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
  elsif p_repository is not null and not private.is_git_branch(first_branch) then
    perform private.problem('branch_name_invalid', 'default_branch');
  end if;
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id,
    auto_invite_committers)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id(),
    coalesce(p_auto_invite_committers, false))
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if p_repository is not null then
    perform private.add_repository(made, p_repository);
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.branches FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.groups FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.machine_principals FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER keep_addresses BEFORE INSERT OR UPDATE OF remote_url_http, remote_url_ssh ON public.project_repositories FOR EACH ROW EXECUTE FUNCTION private.keep_addresses('remote_url_http', 'remote_url_ssh');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name, username ON public.project_service_accounts FOR EACH ROW EXECUTE FUNCTION private.keep_names('name', 'username');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.projects FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.teams FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER keep_addresses BEFORE INSERT OR UPDATE OF avatar_url ON public.users FOR EACH ROW EXECUTE FUNCTION private.keep_addresses('avatar_url');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF first_name, last_name ON public.users FOR EACH ROW EXECUTE FUNCTION private.keep_names('first_name', 'last_name');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.workspace_integrations FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

CREATE TRIGGER keep_addresses BEFORE INSERT OR UPDATE OF logo_url, favicon_url ON public.workspaces FOR EACH ROW EXECUTE FUNCTION private.keep_addresses('logo_url', 'favicon_url');

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF name ON public.workspaces FOR EACH ROW EXECUTE FUNCTION private.keep_names('name');

COMMENT ON FUNCTION "private"."has_unseen"(text) IS 'Whether a text holds what a line of text does not need and nobody sees: control characters, marks that turn the reading direction, fillers, blanks without a width. Joiners and selectors of variants are no such: emoji and many scripts are written with them.';

COMMENT ON FUNCTION "private"."is_git_branch"(text) IS 'Whether a branch may be called so at a Git host (git-check-ref-format), as one word of a command line, and before people.';

COMMENT ON FUNCTION "private"."is_name"(text) IS 'Whether people can be shown a text as a name: at least one character that is seen, and none that is not (see private.has_unseen). Joiners stay inside words.';

COMMENT ON FUNCTION "private"."is_plain_address"(text) IS 'Whether an address (of the web, or of a mailbox) can be read as what it is: nothing that nobody sees, no joiners, no other blanks than the plain one.';

COMMENT ON FUNCTION "private"."is_project_path"(text) IS 'Whether a file of a project may be called so, as whoever unpacks an export of it meets it: relative, without climbing, without Git''s own folder in whatever spelling, nothing that nobody sees, at most 1,000 characters and 255 a part.';

COMMENT ON FUNCTION "private"."keep_addresses"() IS 'Refuses web addresses that are not plain, in the columns that its arguments name. Those that were there before stay until they are changed.';

COMMENT ON FUNCTION "private"."keep_names"() IS 'Refuses names that cannot be read, in the columns that its arguments name. Those that were there before stay until they are changed.';

COMMENT ON FUNCTION "private"."keep_project_rules"() IS 'What a project may be, whichever door it is changed by: public only where workspace and group allow it, of a kind that the workspace takes, private within the plan, called like no other of its workspace by people, whatever the case and the blanks around. Old slugs keep leading to it.';

COMMENT ON FUNCTION "private"."name_from_outside"(text) IS 'A name as a provider has it; nothing where it cannot be read, so that nobody is kept out by it.';

COMMENT ON FUNCTION "private"."reason_against_project"(public.workspaces, public.projects) IS 'What speaks against a new project of this kind in a workspace, whoever makes it by whichever door; null for nothing. Projects that are there stay as they are.';

REVOKE ALL ON FUNCTION "private"."has_unseen"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_unseen"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_name"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_plain_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plain_address"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_addresses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_addresses"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_names"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_names"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_from_outside"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_from_outside"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_project"(public.workspaces, public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_project"(public.workspaces, public.projects) TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('web_projects_off', 'VALIDATION_ERROR', 400, 'Web projects are switched off in this workspace.', 'type'),
  ('cli_project_not_an_api', 'VALIDATION_ERROR', 400, 'Only APIs can be CLI projects.', 'type'),
  ('cli_project_name_too_short', 'VALIDATION_ERROR', 400, 'Must be at least two characters', 'name'),
  ('cli_project_name_too_long', 'VALIDATION_ERROR', 400, 'Must be no more than 30 characters', 'name'),
  ('name_not_readable', 'VALIDATION_ERROR', 400, 'Must have something to read, and no characters that nobody sees or that turn the reading direction.', null);

update private.reasons
set sentence = 'A file of a project needs a path of at most 1,000 characters (255 a part), without "..", ".git" or characters that nobody sees.'
where reason = 'import_path_invalid';

-- What exports would put into a working copy's Git folder goes; so do files of that kind that wait to be analysed.
delete from public.branch_files f where not private.is_project_path(f.path);
delete from private.task_uploads u where not private.is_project_path(u.path);
delete from private.task_files f where not private.is_project_path(f.path);

-- Nobody can have proven these; a row that stayed could not be changed any more.
delete from public.workspace_invitations i where not private.is_email(i.email);
delete from public.emails e where not private.is_email(e.email) and e.confirmed_at is null;
