set local check_function_bodies = off;

DROP FUNCTION "private"."answer_problem"(text, integer, text, text);

DROP FUNCTION "private"."cannot"(text, text);

DROP FUNCTION "private"."ended_sentence"(text);

DROP FUNCTION "private"."may_give_role"(public.workspace_role, public.workspace_role, public.workspace_role);

DROP FUNCTION "private"."may_invite_at"(public.workspace_role, public.workspace_role);

DROP FUNCTION "private"."problem"(text, integer, text, text);

DROP FUNCTION "private"."reason_against_slug"(text);

DROP FUNCTION "private"."require_few"(integer, integer, text, text);

CREATE TABLE "private"."reasons" ("reason" text NOT NULL, "code" text, "status" integer, "sentence" text NOT NULL, "field" text, CONSTRAINT "reasons_check" CHECK (((code IS NULL) = (status IS NULL))), CONSTRAINT "reasons_pkey" PRIMARY KEY (reason));

ALTER TABLE "private"."reasons" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.answer_problem(reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused constant private.reasons := private.refusal(reason);
begin
  perform set_config('response.status', refused.status::text, true);
  return jsonb_build_object('code', 'PT' || refused.status, 'message', refused.sentence, 'hint', refused.code,
    'details', json_build_object('field', refused.field)::text);
end
$function$;

CREATE OR REPLACE FUNCTION private.answerable_invitation(token text)
 RETURNS public.workspace_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation public.workspace_invitations;
  against text;
begin
  select * into invitation from public.workspace_invitations i where i.token_hash = private.token_hash(token) for update;
  if not found then
    perform private.problem('invite_url_invalid');
  end if;
  against := private.reason_against_answering(invitation);
  if against is not null then
    perform private.problem(against);
  end if;
  return invitation;
end
$function$;

CREATE OR REPLACE FUNCTION private.bound_user_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.problem('metadata_too_large');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.bulk_failure(key jsonb, state text, message text, hint text, detail text)
 RETURNS private.bulk_result
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  refused private.reasons;
begin
  if state like 'PT%' then
    return row(key, hint, substr(state, 3)::integer, message, case when detail like '{%' then detail::jsonb ->> 'field' end, null)::private.bulk_result;
  -- A value that is none, or a constraint: its own words would show the row.
  elsif state ~ '^2[23]' then
    refused := private.refusal(case state when '23505' then 'item_conflict' else 'item_invalid' end);
    return row(key, refused.code, refused.status, refused.sentence, null, null)::private.bulk_result;
  end if;
  raise exception using errcode = state, message = message, hint = hint, detail = detail;
end
$function$;

CREATE OR REPLACE FUNCTION private.cannot(permission text, sentence text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('permission', p.permission, 'sentence',
    private.sentence('cannot', jsonb_build_object('action', p.phrase, 'reason', cannot.sentence)))
  from private.permission_phrases p where p.permission = cannot.permission
$function$;

CREATE OR REPLACE FUNCTION private.confirm_address(user_id bigint, email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(btrim(email));
begin
  -- As in private.ensure_user: of two proofs of one address at once the second sees the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || address, 0));
  if private.account_of(address) <> confirm_address.user_id then
    perform private.problem('email_taken');
  end if;
  insert into public.emails as e (user_id, email, is_primary, confirmed_at)
  values (confirm_address.user_id, address,
    not exists (select 1 from public.emails o where o.user_id = confirm_address.user_id and o.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set confirmed_at = coalesce(e.confirmed_at, excluded.confirmed_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.consume_code(purpose text, email text, code text, subject text DEFAULT ''::text, browser_hash text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.codes c
  where c.purpose = consume_code.purpose
    and c.email = lower(btrim(consume_code.email))
    and c.subject = consume_code.subject
    and c.browser_hash = coalesce(consume_code.browser_hash, '')
    and c.code_hash = private.code_hash(consume_code.purpose, c.email, btrim(consume_code.code))
    and c.expires_at > now()
    and c.attempts < 5;
  if not found then
    perform private.problem('code_invalid');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_workspace(owner_id bigint, slug text, name text)
 RETURNS public.workspaces
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.workspaces;
begin
  begin
    insert into public.workspaces (name, slug) values (name, create_workspace.slug) returning * into made;
  exception when unique_violation then
    perform private.problem('slug_taken', params => jsonb_build_object('slug', create_workspace.slug));
  end;
  insert into public.workspace_members (workspace_id, user_id, role) values (made.id, owner_id, 'owner');
  insert into public.billing_accounts (workspace_id, billing_product_id, included_members)
  select made.id, p.id, p.included_members from public.billing_products p where p.name = 'free';
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.decide_join_request(workspace_id bigint, user_id bigint, action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.join_requests;
  role public.workspace_role;
  template text := 'join_denied';
begin
  select * into held from public.join_requests j
  where j.workspace_id = decide_join_request.workspace_id and j.user_id = decide_join_request.user_id
  for update;
  if not found then
    perform private.problem('join_request_not_found');
  end if;
  if held.is_denied then
    perform private.problem('join_request_denied');
  end if;
  if action = 'deny' then
    update public.join_requests j set is_denied = true where j.id = held.id;
  else
    role := action::public.workspace_role;
    perform private.require_may_invite_at(workspace_id, role);
    perform private.become_member(workspace_id, user_id, role, 'join_request', null);
    delete from public.join_requests j where j.id = held.id;
    template := 'join_approved';
  end if;
  perform private.enqueue_mail(e.email, template, jsonb_strip_nulls(jsonb_build_object('workspace_id', decide_join_request.workspace_id, 'role', role)))
  from public.emails e where e.user_id = decide_join_request.user_id and e.is_primary;
  perform private.log_activity(workspace_id, case template when 'join_approved' then 'workspace.join_request.approved' else 'workspace.join_request.denied' end,
    jsonb_build_object('user_id', user_id, 'user', private.person(user_id) -> 'display_name', 'role', role));
end
$function$;

CREATE OR REPLACE FUNCTION private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  mine public.workspace_role;
  confirmed text[];
  unconfirmed text[];
  invitation public.workspace_invitations;
  unproven text;
begin
  select * into host from public.workspaces w where w.id = enter_workspace.workspace_id;
  if not found then
    perform private.problem('workspace_not_found');
  end if;
  if private.is_locked(host) and enter_workspace.user_id is distinct from private.oldest_owner_id(host.id) then
    return private.entry(user_id, 'locked', workspace_id => host.id);
  end if;
  select m.role into mine from public.workspace_members m
  where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  if mine is null then
    -- One entry of a person at a time: the second one finds a member, not an invitation that was just used.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('enter:' || host.id || ':' || enter_workspace.user_id, 0));
    select m.role into mine from public.workspace_members m
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  end if;
  if mine is not null then
    update public.workspace_members m set last_seen_at = now()
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
    return private.entry(user_id, 'member', mine);
  end if;

  select array_agg(e.email) filter (where e.confirmed_at is not null), array_agg(e.email) filter (where e.confirmed_at is null)
  into confirmed, unconfirmed
  from public.emails e where e.user_id = enter_workspace.user_id;

  select * into invitation from public.workspace_invitations i
  where i.workspace_id = host.id and i.email = any (confirmed) and private.is_live(i)
  order by i.role desc, i.id
  limit 1
  for update;
  if found then
    perform private.become_member(host.id, user_id, invitation.role, 'invitation', client);
    perform private.take_invitation(invitation, user_id);
    return private.entry(user_id, 'invited', invitation.role);
  end if;

  mine := private.approved_role(host.id, confirmed);
  if mine is not null then
    perform private.become_member(host.id, user_id, mine, 'approved_domain', client);
    return private.entry(user_id, 'approved_domain', mine);
  end if;

  select address into unproven
  from unnest(unconfirmed) address
  where exists (
      select 1 from public.workspace_invitations i
      where i.workspace_id = host.id and i.email = address and private.is_live(i))
    or private.approved_role(host.id, array[address]) is not null
  order by address
  limit 1;
  if found then
    perform private.claim_email(host.id, null, null, user_id, unproven, browser_hash, null, client);
    return private.entry(user_id, 'confirmation_required', email => unproven);
  end if;

  return private.entry(user_id, 'join_request', join_request_status => private.request_to_join(host.id, user_id, client));
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_access(user_id bigint, kind text, object_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
  held text[];
  answer jsonb;
begin
  if kind = 'project' then
    return private.explain_project(user_id, object_id);
  end if;
  select m.role into theirs from public.workspace_members m
  where m.user_id = explain_access.user_id and m.is_open and m.workspace_id = case kind
    when 'workspace' then object_id
    when 'group' then (select g.workspace_id from public.groups g where g.id = object_id)
    else (select t.workspace_id from public.teams t where t.id = object_id) end;
  if kind = 'workspace' then
    answer := private.explain_roles('{}', array(
      select p.permission from public.workspace_role_permissions p where p.role = theirs::text order by 1),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.workspace_role_permissions p where p.role <> 'project_export' group by p.permission) c), theirs);
    return answer || jsonb_build_object('role', theirs, 'workspace_role', theirs,
      'summary', private.sentence(case when theirs is null then 'no_access_to_workspace' else 'role_in_workspace' end, jsonb_build_object('role', theirs)),
      'reasons', case when theirs is null then '[]' else jsonb_build_array(jsonb_build_object('source', 'membership', 'role', theirs, 'counts', true,
        'sentence', private.sentence('role_by_membership', jsonb_build_object('role', theirs)))) end);
  end if;
  if kind = 'group' then
    held := array(select private.group_roles(user_id, object_id));
    answer := private.explain_roles(held, private.group_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.group_role_permissions p group by p.permission) c), theirs);
  else
    held := array(select private.team_roles(user_id, object_id));
    answer := private.explain_roles(held, private.team_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.team_role_permissions p group by p.permission) c), theirs);
  end if;
  return answer || jsonb_build_object('role', case
      when 'workspace_global_admin' = any (held) then 'workspace_global_admin'
      when 'admin' = any (held) then 'admin'
      when 'member' = any (held) then 'member'
      when 'workspace_member' = any (held) then 'workspace_member' end,
    'workspace_role', theirs,
    'summary', coalesce(
      (select r ->> 'sentence' from jsonb_array_elements(answer -> 'reasons') r
       order by array_position(array['workspace_global_admin', 'admin', 'member', 'workspace_member'], r ->> 'source') limit 1),
      private.sentence('no_access_by_anything')));
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_project(user_id bigint, project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with why as (
    select private.explain_project_role(explain_project.user_id, explain_project.project_id) as answer
  ), facts as (
    select why.answer, (why.answer ->> 'role')::public.project_role as role, m.role as workspace_role, meaning.highest_role, w.locked and not coalesce(m.is_open, false) as is_locked
    from why
    join public.projects p on p.id = explain_project.project_id
    join public.workspaces w on w.id = p.workspace_id
    left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project.user_id
    left join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  ), cells as (
    select permission, min(role) as lowest, max(role) as highest from public.project_role_permissions group by permission
  )
  select facts.answer || jsonb_build_object(
    'summary', case when facts.is_locked then private.sentence('no_access_while_locked') else facts.answer ->> 'summary' end,
    'workspace_role', facts.workspace_role,
    'permissions', (
      select coalesce(jsonb_agg(p.permission order by p.permission), '[]') from public.project_role_permissions p where p.role = facts.role),
    'cannot', (
      select jsonb_agg(private.cannot(c.permission, case
        when facts.workspace_role is not null and not facts.is_locked and facts.role is null then facts.answer ->> 'summary'
        else private.sentence(case
          when facts.workspace_role is null then 'cannot_without_membership'
          when facts.is_locked then 'cannot_while_locked'
          when c.permission = 'project_leave' then case
            when facts.role = 'owner' then 'cannot_before_ownership_passes' else 'cannot_leave_what_role_reaches' end
          when facts.workspace_role in ('viewer', 'guest') and c.lowest > facts.highest_role then 'cannot_read_only'
          when c.lowest = 'owner' then 'cannot_below_owner'
          else 'cannot_below_role' end, jsonb_build_object('workspace_role', facts.workspace_role, 'role', c.lowest))
      end) order by c.permission)
      from cells c
      where not exists (select 1 from public.project_role_permissions p where p.role = facts.role and p.permission = c.permission)))
  from facts
$function$;

CREATE OR REPLACE FUNCTION private.explain_project_role(user_id bigint, project_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with project as (
      select p.visibility, p.is_open, m.role as workspace_role
      from public.projects p
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_open
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), weighed as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then private.sentence('access_by_administration', jsonb_build_object('workspace_role', p.workspace_role))
          when 'workspace' then private.sentence('access_by_visibility', jsonb_build_object(
            'role', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, 'visibility', p.visibility))
          when 'group' then private.sentence('access_by_group', jsonb_build_object('role', s.counting, 'group', s.via_name))
          when 'team' then private.sentence('access_by_team', jsonb_build_object('role', s.counting, 'team', s.via_name))
          else private.sentence(case s.given
            when 'owner' then 'access_by_ownership' when 'inherit' then 'access_by_workspace_role' else 'access_by_name' end,
            jsonb_build_object('role', s.counting))
        end as uncapped
      from sources s cross join project p
    ), explained as (
      select s.*, case when s.is_capped
        then private.sentence('access_capped', jsonb_build_object('access', s.uncapped, 'role', s.role, 'workspace_role', p.workspace_role))
        else s.uncapped end as sentence
      from weighed s cross join project p
    )
    select jsonb_build_object(
      'role', private.effective_project_role(explain_project_role.user_id, explain_project_role.project_id),
      'summary', coalesce(
        (select s.sentence from explained s where s.counts order by s.role desc, s.source = 'workspace', s.source limit 1),
        (select private.sentence(case
          when p.is_open then 'access_for_everybody'
          when p.workspace_role is null then 'no_access_without_membership'
          when p.visibility = 'private' then 'no_access_to_private'
          else 'no_access_unless_shared' end, jsonb_build_object('workspace_role', p.workspace_role)) from project p)),
      'reasons', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('source', s.source, 'role', s.counting, 'counts', s.counts, 'sentence', s.sentence,
          'team_id', case s.source when 'team' then s.via_id end, 'team', case s.source when 'team' then s.via_name end,
          'group_id', case s.source when 'group' then s.via_id end, 'group', case s.source when 'group' then s.via_name end))
          order by s.counts desc, s.role desc, s.source), '[]') from explained s))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_roles(roles text[], permissions text[], matrix jsonb, workspace_role public.workspace_role)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'permissions', to_jsonb(permissions),
    'reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('source', r, 'role', r, 'counts', true, 'sentence', private.sentence(case r
        when 'workspace_global_admin' then 'role_by_administration'
        when 'admin' then 'role_by_appointment'
        when 'member' then 'role_by_belonging'
        when 'workspace_member' then 'role_by_seeing_teams'
        else 'role_by_creating_projects' end, jsonb_build_object('workspace_role', workspace_role))) order by r), '[]')
      from unnest(roles) r),
    'cannot', (
      select coalesce(jsonb_agg(private.cannot(c.key, case
        when workspace_role is null then private.sentence('cannot_without_membership')
        else private.sentence('cannot_without_role', jsonb_build_object('roles', (
          select string_agg(replace(needed, '_', ' '), ' or ' order by needed) from jsonb_array_elements_text(c.value) needed))) end) order by c.key), '[]')
      from jsonb_each(matrix) c where not c.key = any (permissions)))
$function$;

CREATE OR REPLACE FUNCTION private.feature_gate(workspace_id bigint, feature text, requested integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_seats(workspace_id);
  if not private.feature_allows(workspace_id, feature, requested) then
    perform private.problem('upgrade_required', feature);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.integration_config_problem(kind text, config_type text, config jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  git constant text[] := array['github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'azure_devops_server', 'azure_devops_services'];
  known constant text[] := case
    when kind = 'builtin' then array[]::text[]
    when kind = 'ldap' then array['url', 'bindDN', 'searchBase', 'searchFilter', 'startTls', 'caCert', 'emailAttribute', 'usernameAttribute',
      'firstNameAttribute', 'lastNameAttribute']
    when kind = 'saml' then array['entryPoint', 'identifierFormat', 'cert', 'issuer', 'callbackUrl', 'disableRequestedAuthnContext', 'defaultIdp',
      'allowIdpInitiated', 'idpIssuer', 'emailAttribute', 'firstNameAttribute', 'lastNameAttribute']
    else array['hostUrl', 'apiUrl', 'clientId', 'defaultVisibility', 'tenantId', 'authType'] end;
  required constant text[] := case
    when kind = 'ldap' then array['url', 'bindDN', 'searchBase', 'searchFilter']
    when kind = 'saml' then array['entryPoint', 'identifierFormat', 'cert', 'issuer', 'callbackUrl']
    when kind = 'bitbucket_data_center' and config ->> 'authType' = 'oauth' then array['hostUrl', 'apiUrl', 'clientId']
    when kind in ('bitbucket_data_center', 'azure_devops_server') then array['hostUrl', 'apiUrl']
    when config_type = 'custom' and kind in ('github', 'gitlab') then array['hostUrl', 'apiUrl', 'clientId']
    when config_type = 'custom' and kind = any (git) then array['clientId']
    else array[]::text[] end;
  flags constant text[] := array['startTls', 'disableRequestedAuthnContext', 'defaultIdp', 'allowIdpInitiated'];
  setting record;
begin
  if jsonb_typeof(config) <> 'object' then
    return jsonb_build_object('field', 'config', 'reason', 'config_not_an_object');
  end if;
  for setting in select name from unnest(required) name where btrim(coalesce(config ->> name, '')) = '' loop
    return jsonb_build_object('field', setting.name, 'reason', 'required');
  end loop;
  for setting in select key as name, value, config ->> key as word from jsonb_each(config) loop
    if setting.name <> all (known) then
      return jsonb_build_object('field', setting.name, 'reason', 'setting_unknown');
    end if;
    if jsonb_typeof(setting.value) <> (case when setting.name = any (flags) then 'boolean' else 'string' end)
      or length(setting.word) > 10000 then
      return jsonb_build_object('field', setting.name, 'reason', 'setting_invalid');
    end if;
    if setting.name in ('hostUrl', 'apiUrl') and private.normal_address(setting.word) ~ '^https?://' is not true
      or setting.name in ('entryPoint', 'callbackUrl') and private.normal_address(setting.word, false) ~ '^https?://' is not true
      or setting.name = 'url' and private.normal_address(setting.word) ~ '^ldaps?://[^/]+$' is not true then
      return jsonb_build_object('field', setting.name, 'reason', 'address_invalid');
    end if;
    if setting.name = 'cert' and not private.is_certificates(setting.word) then
      return jsonb_build_object('field', 'cert', 'reason', 'certificate_invalid');
    end if;
    if setting.name = 'defaultVisibility' and setting.word not in ('private', 'internal', 'public')
      or setting.name = 'authType' and (setting.word not in ('basic', 'oauth') or kind <> 'bitbucket_data_center')
      or setting.name = 'tenantId' and kind <> 'azure_devops_services' then
      return jsonb_build_object('field', setting.name, 'reason', 'setting_invalid');
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.invite(workspace_id bigint, email text, role public.workspace_role, projects jsonb DEFAULT '[]'::jsonb, groups jsonb DEFAULT '[]'::jsonb, teams jsonb DEFAULT '[]'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
  seat constant text := case when role = 'guest' then 'guests' else 'members' end;
  token constant text := private.new_token();
  invitation_id bigint;
begin
  perform private.require_in_workspace(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  address := private.require_email(email);
  -- The gate's lock comes first: only then do pending invitations stand still.
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = invite.workspace_id and i.email = address and private.is_live(i)
  ) then
    perform private.problem('already_invited_or_member');
  end if;
  perform private.feature_gate(workspace_id, seat, private.feature_pending(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = invite.workspace_id and i.email = address and private.is_unanswered(i);
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (invite.workspace_id, address, invite.role, private.token_hash(token), private.current_user_id())
  returning id into invitation_id;
  perform private.write_links(invitation_id, projects, groups, teams);
  perform private.limit_invitation_mail(workspace_id, address);
  perform private.mail_invitation(invitation_id, token, false);
  perform private.log_activity(workspace_id, 'workspace.member.invited', jsonb_build_object('email', address, 'role', role));
  return invitation_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.invited_account(invited_email text, auth_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller_id constant bigint := (select u.id from public.users u where u.auth_id = invited_account.auth_id);
  owner_id constant bigint := private.account_of(invited_email);
  signed_in_as text;
begin
  if owner_id is not null and owner_id = caller_id then
    return owner_id;
  end if;
  -- The link proves the address. It counts for the credential made for it, or the account that had claimed it.
  if owner_id is null and (
    exists (select 1 from auth.users a where a.id = invited_account.auth_id and a.email = invited_email)
    or exists (select 1 from public.emails e where e.user_id = caller_id and e.email = invited_email)
  ) then
    return private.ensure_user(auth_id, invited_email);
  end if;
  signed_in_as := (select e.email from public.emails e where e.user_id = caller_id and e.is_primary);
  perform private.problem(
    case when signed_in_as is null then 'invitation_for_somebody_else' else 'invitation_for_another_account' end,
    params => jsonb_build_object('invited', invited_email, 'account', signed_in_as));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_a_group_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from public.groups g where g.id = old.group_id for update;
  if found and not exists (select 1 from public.group_admins a where a.group_id = old.group_id) then
    perform private.problem('last_group_admin');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_a_way_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The workspace row is the lock: two integrations switched off at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if tg_op = 'DELETE' and old.kind = 'builtin' then
    perform private.problem('builtin_integration_stays');
  end if;
  if tg_op = 'DELETE' and old.is_default_idp
    and exists (select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.kind = 'saml') then
    perform private.problem('default_idp_removed');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.enabled and i.allow_user_login) then
    perform private.problem('last_sign_in_integration');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The workspace row is the lock: two owners leaving at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if not exists (select 1 from public.workspace_members m where m.workspace_id = old.workspace_id and m.role = 'owner') then
    perform private.problem('last_workspace_owner');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_credential_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.users u where u.auth_id = new.id) and not exists (
    select 1 from public.users u join public.emails e on e.user_id = u.id
    where u.auth_id = new.id and e.email = lower(new.email) and e.confirmed_at is not null) then
    perform private.problem('email_changed_elsewhere');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_default_idp()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  others boolean;
begin
  -- One level deep it is this trigger itself that takes the default from the one before.
  if new.kind <> 'saml' or pg_catalog.pg_trigger_depth() > 1
    or tg_op = 'UPDATE' and new.config -> 'defaultIdp' is not distinct from old.config -> 'defaultIdp' then
    return new;
  end if;
  perform 1 from public.workspaces w where w.id = new.workspace_id for update;
  select exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = new.workspace_id and i.kind = 'saml' and i.id is distinct from new.id) into others;
  if not others then
    new.config := new.config || '{"defaultIdp": true}';
  elsif new.config @> '{"defaultIdp": true}' then
    update public.workspace_integrations i set config = i.config || '{"defaultIdp": false}'
    where i.workspace_id = new.workspace_id and i.is_default_idp and i.id is distinct from new.id;
  elsif tg_op = 'UPDATE' and old.config @> '{"defaultIdp": true}' then
    perform private.problem('default_idp_unset');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_domain_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine constant public.workspace_role := private.workspace_role(new.workspace_id);
begin
  -- A trigger comes before the policy's check: what it says of a workspace is for those only whom the policy lets through.
  if (select auth.uid()) is not null and not private.can_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete') then
    return new;
  end if;
  new.domain := lower(regexp_replace(btrim(new.domain), '^@', ''));
  if new.domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.problem('domain_invalid');
  end if;
  if tg_op = 'UPDATE' and (new.workspace_id, new.domain, new.role) is not distinct from (old.workspace_id, old.domain, old.role) then
    return new;
  end if;
  -- The gate's lock also makes the count below true.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('too_many_approved_domains');
  end if;
  if new.role > mine then
    perform private.problem('role_not_yours_to_give');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('domain_already_approved');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_one_primary_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.users u where u.id = old.user_id)
    and not exists (select 1 from public.emails e where e.user_id = old.user_id and e.is_primary) then
    perform private.problem('primary_email_missing');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_password_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  permit private.password_permits;
begin
  delete from private.password_permits p where p.auth_id = new.id returning p.* into permit;
  if permit.auth_id is null or permit.created_at < now() - interval '1 minute' then
    perform private.problem('password_changed_elsewhere');
  end if;
  perform private.end_sessions(new.id, 'password_changed', except_one => permit.session_id);
  if permit.tells then
    perform private.mail_account(u.id, 'password_changed', jsonb_strip_nulls(jsonb_build_object(
      'first', not u.has_password, 'ip', host(permit.ip_address), 'user_agent', permit.user_agent)))
    from public.users u where u.auth_id = new.id;
  end if;
  update public.users u set has_password = true where u.auth_id = new.id and not u.has_password;
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

CREATE OR REPLACE FUNCTION private.keep_reaching()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := coalesce(new.workspace_id, old.workspace_id);
begin
  if exists (select 1 from public.workspaces w where w.id = host_id) and not private.reaches(host_id) then
    perform private.problem('would_lock_yourself_out');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_team_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from public.teams t join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = new.user_id
    where t.id = new.team_id and m.role in ('viewer', 'guest')
  ) then
    perform private.problem('read_only_as_team_admin');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_invitation_mail(workspace_id bigint, email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What is refused is rolled back with its hit: those that were sent are counted, revoked or not.
  if private.throttle_hit('invitation:' || workspace_id || ':' || email, 5, 86400) > 0
    or private.throttle_hit('invitation-from:' || workspace_id, 1000, 86400) > 0 then
    perform private.problem('too_many_invitations_today');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_email(email_id bigint)
 RETURNS public.emails
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  held public.emails;
begin
  -- The account is the lock: changes of its addresses happen one after the other.
  perform 1 from public.users u where u.id = me for update;
  select * into held from public.emails e where e.id = email_id and e.user_id = me;
  if not found then
    perform private.problem('email_not_found');
  end if;
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_guess_wait(user_id bigint, called text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path constant text := nullif(current_setting('request.path', true), '');
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- What fails behind it in the same transaction takes the count back, and the attempt at the code with it: a second field
  -- of GraphQL that fails unless the guess was right, or what an answer must be (one row, so many rows).
  if path !~ ('(^|/)rpc/' || called || '$') or headers ->> 'accept' ~* 'pgrst'
    or headers ->> 'prefer' ~* '(count|tx|max-affected)\s*=' then
    perform private.problem('guess_not_alone');
  end if;
  return private.guess_wait('user:' || user_id, host(private.client_address()));
end
$function$;

CREATE OR REPLACE FUNCTION private.problem(reason text, field text DEFAULT NULL::text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused constant private.reasons := private.refusal(reason, field, params);
begin
  raise exception using
    errcode = 'PT' || refused.status,
    message = refused.sentence,
    hint = refused.code,
    detail = case when refused.field is null then '' else json_build_object('field', refused.field)::text end;
end
$function$;

CREATE OR REPLACE FUNCTION private.project_cursor_parts(cursor text, by_time boolean, OUT place text, OUT id bigint)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  parts jsonb;
begin
  if cursor is null then
    return;
  end if;
  begin
    parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'utf8')::jsonb;
    place := parts ->> 0;
    if by_time then
      perform place::timestamptz;
    end if;
    id := (parts ->> 1)::bigint;
  exception when data_exception then
    place := null;
  end;
  if place is null or id is null then
    perform private.problem('page_end_invalid');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_analysis(branch public.branches, uploads jsonb, event text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  job uuid;
  upload record;
  folder text;
  most_files constant integer := 1000;
  waiting integer;
  most_bytes constant bigint := 52428800;
  size bigint;
  total bigint := 0;
begin
  if jsonb_array_length(uploads) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  folder := host_id || '/' || private.current_auth_id() || '/';
  select count(*) into waiting from public.task_logs t where t.workspace_id = host_id and t.status in ('queued', 'running');
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_analysis.event, private.current_user_id())
  returning job_id into job;
  for upload in select u ->> 'path' as path, u ->> 'object' as object from jsonb_array_elements(uploads) u loop
    size := null;
    if starts_with(upload.object, folder) then
      -- As Storage recorded it: what it did not measure is not read.
      select (o.metadata ->> 'size')::bigint into size
      from storage.objects o where o.bucket_id = 'uploads' and o.name = upload.object;
    end if;
    if size is null then
      perform private.problem('upload_not_found');
    end if;
    if private.is_project_path(upload.path) is not true then
      perform private.problem('import_path_invalid');
    end if;
    total := total + size;
    if total > most_bytes then
      perform private.problem('import_too_large');
    end if;
    insert into private.task_uploads (job_id, path, object) values (job, upload.path, upload.object);
  end loop;
  perform graphile_worker.add_job('analyze', json_build_object('job_id', job),
    queue_name => 'branch:' || branch.id, job_key => 'analyze:' || job, max_attempts => 5, priority => least(waiting, 1000));
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_answering(invitation public.workspace_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when private.is_live(invitation) then null
    when invitation.accepted_at is not null then 'invitation_used'
    when invitation.declined_at is not null then 'invitation_declined'
    when invitation.revoked_at is not null then 'invitation_withdrawn'
    else 'invitation_expired'
  end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_changing(me bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when reason_against_changing.user_id = me then 'own_membership'
    when theirs > mine then 'member_outranks_you'
  end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_giving(mine public.workspace_role, theirs public.workspace_role, wanted public.workspace_role)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when wanted <= mine and ((wanted = 'owner') = (theirs is not distinct from 'owner') or mine = 'owner') then null
    when wanted = 'owner' then 'only_owners_give_owner'
    when theirs = 'owner' then 'only_owners_take_owner'
    else 'role_above_yours'
  end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_inviting(mine public.workspace_role, wanted public.workspace_role)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when case
      when exists (
        select 1 from public.workspace_role_permissions p where p.role = mine::text and p.permission = 'WorkspaceMembersPromote')
      then wanted <= mine and (wanted <> 'owner' or mine = 'owner')
      else wanted = 'guest' or wanted = least(mine, 'maker'::public.workspace_role)
    end then null
    when wanted = 'owner' then 'only_owners_give_owner'
    when wanted > mine then 'role_above_yours'
    else 'role_not_yours_nor_guest'
  end
$function$;

CREATE OR REPLACE FUNCTION private.reason_of_ending(ending text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case ending
    when 'password_changed' then 'session_ended_by_password_change'
    when 'signed_out_elsewhere' then 'session_ended_from_another_device'
    when 'joined_elsewhere' then 'session_ended_by_joining'
    when 'provider_changed' then 'session_ended_by_provider_change'
    when 'reused' then 'session_ended_by_reuse'
    else 'session_ended' end
$function$;

CREATE OR REPLACE FUNCTION private.refusal(reason text, field text DEFAULT NULL::text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS private.reasons
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused private.reasons;
begin
  select * into refused from private.reasons r where r.reason = refusal.reason and r.code is not null;
  if not found then
    raise exception using errcode = 'internal_error', message = format('The catalogue refuses nothing with "%s".', reason);
  end if;
  refused.sentence := private.sentence(reason, params);
  refused.field := coalesce(refusal.field, refused.field);
  return refused;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_bad_secrets(secrets jsonb, known text[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  secret record;
begin
  if jsonb_typeof(secrets) <> 'object' then
    perform private.problem('secrets_not_an_object');
  end if;
  for secret in select key as name, value from jsonb_each(secrets) loop
    if secret.name <> all (known) then
      perform private.problem('secret_unknown', secret.name);
    end if;
    if jsonb_typeof(secret.value) <> 'null' and (secret.value ->> 'ciphertext' is null or secret.value ->> 'key_id' is null) then
      perform private.problem('secret_not_encrypted', secret.name);
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_emptying_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.problem('activity_unchangeable');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_rewriting_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
    and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  -- An account that is deleted takes its name out of the trail, and only that.
  if tg_op = 'UPDATE' and new.actor_id is null and new.actor_name = 'Deleted user' and new.actor_email = '' and new.ip_address is null
    and to_jsonb(new) - array['actor_id', 'actor_name', 'actor_email', 'ip_address']
      = to_jsonb(old) - array['actor_id', 'actor_name', 'actor_email', 'ip_address'] then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return old;
  end if;
  if tg_op = 'DELETE' and old.created_at < (select now() - make_interval(days => d.activity_days) from private.deployment d) then
    return old;
  end if;
  perform private.problem('activity_unchangeable');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_to_join(workspace_id bigint, user_id bigint, client text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.join_requests;
begin
  if (select w.join_requests_disabled from public.workspaces w where w.id = request_to_join.workspace_id) then
    return 'disabled';
  end if;
  insert into public.join_requests (workspace_id, user_id) values (request_to_join.workspace_id, request_to_join.user_id)
  on conflict on constraint join_requests_workspace_id_user_id_key do nothing;
  if not found then
    select * into held from public.join_requests j
    where j.workspace_id = request_to_join.workspace_id and j.user_id = request_to_join.user_id;
    return case when held.is_denied then 'denied' else 'created' end;
  end if;
  if private.throttle_hit('join:' || user_id, 20, 86400) > 0 then
    perform private.problem('too_many_join_requests_today');
  end if;
  perform private.enqueue_mail(admin.email, 'join_request', jsonb_build_object('workspace_id', request_to_join.workspace_id,
    'user_id', u.id, 'email', mine.email, 'name', private.display_name(u)))
  from public.users u
  join public.emails mine on mine.user_id = u.id and mine.is_primary
  join public.workspace_members m on m.workspace_id = request_to_join.workspace_id
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceMembersApprove'
  join public.emails admin on admin.user_id = m.user_id and admin.is_primary
  where u.id = request_to_join.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.join_request.created', user_id, client, jsonb_build_object('user_id', user_id));
  return 'created';
end
$function$;

CREATE OR REPLACE FUNCTION private.require_account()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  me constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
begin
  if me is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  if session.only_workspace_id is not null then
    perform private.problem('session_of_one_workspace');
  end if;
  return me;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_connectable(session private.session, integration_id bigint)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_open
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('authentication_url_unknown');
  end if;
  return integration;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_credential_of(auth_id uuid, emails text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
begin
  select a.email into address from auth.users a where a.id = require_credential_of.auth_id and a.email = any (emails);
  if address is null then
    perform private.problem('authentication_failed');
  end if;
  return address;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_domain(domain_id bigint)
 RETURNS public.approved_domains
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.approved_domains;
begin
  select * into held from public.approved_domains d where d.id = domain_id for update;
  if not found or held.workspace_id not in (select private.my_workspace_ids()) then
    perform private.problem('approved_domain_not_found');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_email(email text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(btrim(email));
begin
  if private.is_email(address) is not true then
    perform private.problem('email_invalid');
  end if;
  return address;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_few(items integer, fewest integer, reason text, field text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(items, 0) not between fewest and 500 then
    perform private.problem(reason, field);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_global_admin_of(project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_workspace((select p.workspace_id from public.projects p where p.id = project_id), 'WorkspaceGlobalAdmin') then
    return;
  end if;
  -- Answers 404 for who may not know the project.
  perform private.require_in_project(project_id, 'project_read');
  perform private.problem('many_projects_for_admins_only');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_heir(workspace_id bigint, heir_id bigint, user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
begin
  -- The role stays as it is until this is done: viewers and guests own nothing.
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = require_heir.workspace_id and m.user_id = heir_id and m.user_id <> require_heir.user_id for no key update;
  if theirs is null then
    perform private.problem('heir_not_a_member');
  elsif theirs in ('viewer', 'guest') then
    perform private.problem('read_only_as_project_owner', 'heir_id');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_group(group_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_group(group_id, permission) then
    return;
  end if;
  if not private.can_in_group(group_id, 'group_view') then
    perform private.problem('group_not_found');
  end if;
  perform private.problem('not_allowed_in_group');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_project(project_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_project(project_id, permission) then
    return;
  end if;
  if private.can_in_project(project_id, 'project_read')
    or exists (select 1 from public.projects p where p.id = require_in_project.project_id and p.is_open) then
    perform private.problem('not_allowed_in_project');
  end if;
  perform private.problem('project_not_found');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_team(team_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_team(team_id, permission) then
    return;
  end if;
  if not private.can_in_team(team_id, 'team_view') then
    perform private.problem('team_not_found');
  end if;
  perform private.problem('not_allowed_in_team');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_workspace(workspace_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_workspace(workspace_id, permission) then
    return;
  end if;
  if private.workspace_role(workspace_id) is null then
    perform private.problem('workspace_not_found');
  end if;
  perform private.problem('not_allowed_in_workspace');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_integration(integration_id bigint)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
begin
  select * into held from public.workspace_integrations i where i.id = integration_id;
  if not found or private.workspace_role(held.workspace_id) is null then
    perform private.problem('integration_not_found');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  -- First the workspace, then the integration: the order in which the triggers lock them.
  perform 1 from public.workspaces w where w.id = held.workspace_id for update;
  select * into held from public.workspace_integrations i where i.id = integration_id for update;
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_invitation(invitation_id bigint)
 RETURNS public.workspace_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_invitations;
begin
  select * into held from public.workspace_invitations i
  where i.id = invitation_id and private.is_unanswered(i)
    and (i.workspace_id in (select private.workspace_ids_with('WorkspaceMembersRead'))
      or i.invited_by = private.current_user_id() and i.workspace_id in (select private.my_workspace_ids()))
  for update;
  if not found then
    perform private.problem('invitation_not_found');
  end if;
  return held;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_add_to_group(workspace_id bigint, group_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select 1 from public.groups g where g.id = require_may_add_to_group.group_id and g.workspace_id = require_may_add_to_group.workspace_id)
    or not private.can_in_group(group_id, 'group_view') then
    perform private.problem('group_not_found', 'group_id');
  end if;
  if not private.can_in_group(group_id, 'group_projects_add') then
    perform private.problem('not_allowed_to_add_to_group');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_change_member(workspace_id bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  reason constant text := private.reason_against_changing(me, user_id, mine, theirs);
begin
  if reason is not null then
    perform private.problem(reason);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_invite_at(workspace_id bigint, role public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.reason_against_inviting(private.workspace_role(workspace_id), role) is not null then
    perform private.problem('role_not_yours_to_invite_at');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_link(workspace_id bigint, workspace_role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
begin
  for wanted in
    select (p ->> 'project_id')::bigint as id, coalesce(p ->> 'role', 'viewer')::public.project_member_role as role
    from jsonb_array_elements(projects) p
  loop
    if wanted.role = 'owner' then
      perform private.problem('owner_not_invited');
    end if;
    if not exists (select 1 from public.projects p where p.id = wanted.id and p.workspace_id = require_may_link.workspace_id) then
      perform private.problem('project_not_found', 'project_id');
    end if;
    perform private.require_in_project(wanted.id, 'project_members_add');
    perform private.require_in_project(wanted.id, private.rank_of_adding(case
      when wanted.role = 'inherit' and workspace_role not in ('viewer', 'guest') then 'editor'::public.project_member_role else wanted.role end));
  end loop;
  for wanted in select (g #>> '{}')::bigint as id from jsonb_array_elements(groups) g loop
    if not exists (select 1 from public.groups g where g.id = wanted.id and g.workspace_id = require_may_link.workspace_id)
      or not private.can_in_group(wanted.id, 'group_member_add') then
      perform private.problem('group_not_found', 'group_id');
    end if;
    if workspace_role = 'guest' then
      perform private.problem('guest_invited_as_group_admin');
    end if;
  end loop;
  for wanted in
    select (t ->> 'team_id')::bigint as id, coalesce(t ->> 'role', 'member')::public.team_role as role from jsonb_array_elements(teams) t
  loop
    if not exists (select 1 from public.teams t where t.id = wanted.id and t.workspace_id = require_may_link.workspace_id)
      or not private.can_in_team(wanted.id, case wanted.role when 'admin' then 'team_admin_add' else 'team_member_add' end) then
      perform private.problem('team_not_found', 'team_id');
    end if;
    if wanted.role = 'admin' and workspace_role in ('viewer', 'guest') then
      perform private.problem('read_only_as_team_admin');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_passwords(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_by_provider(workspace_id) then
    perform private.problem('password_sign_in_off');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_recent_proof()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (private.current_session()).is_recent is not true then
    perform private.problem('recent_proof_required');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_registration(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select 1 from public.workspaces w where w.id = require_registration.workspace_id) then
    perform private.problem('workspace_not_found');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = require_registration.workspace_id and i.kind = 'builtin' and i.enabled and i.allow_user_login and i.allow_user_register
  ) then
    perform private.problem('sign_up_by_email_off');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_revision(integration_id bigint, revision text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Until the end of the transaction: who changes the settings comes after what was said under them, and clears it away.
  perform 1 from public.workspace_integrations i
  where i.id = integration_id and private.integration_revision(i) = require_revision.revision
  for share;
  if not found then
    perform private.problem('authentication_failed');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_secrets(integration public.workspace_integrations)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing text;
begin
  select names.name into missing
  from unnest(private.integration_secret_names(integration.kind, integration.config_type, integration.config)) names (name)
  where not exists (select 1 from private.secrets s where s.workspace_integration_id = integration.id and s.name = names.name);
  if missing is not null then
    perform private.problem('required', missing);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_token(token_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select mp.workspace_id from public.machine_principals mp where mp.id = token_id);
begin
  if host_id is null or private.workspace_role(host_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_in_workspace(host_id, 'WorkspaceOauthClientCreateUpdateDelete');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_token_name(name text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if btrim(coalesce(name, '')) = '' then
    perform private.problem('required', 'name');
  elsif length(btrim(name)) > 200 then
    perform private.problem('token_name_too_long');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_valid_config(kind text, config_type text, config jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wrong constant jsonb := private.integration_config_problem(kind, config_type, config);
begin
  if wrong is not null then
    perform private.problem(wrong ->> 'reason', wrong ->> 'field');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.resend_invitation(invitation_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.workspace_invitations := private.require_invitation(invitation_id);
  token constant text := private.new_token();
begin
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(held.workspace_id, held.role);
  if held.last_sent_at > now() - interval '1 minute' then
    perform private.problem('invitation_just_sent');
  end if;
  -- An expired one gave its seat back.
  if held.expires_at <= now() then
    perform private.feature_gate(held.workspace_id, case when held.role = 'guest' then 'guests' else 'members' end,
      private.feature_pending(held.workspace_id, case when held.role = 'guest' then 'guests' else 'members' end) + 1);
  end if;
  update public.workspace_invitations i
  set token_hash = private.token_hash(token), expires_at = now() + interval '30 days', last_sent_at = now()
  where i.id = held.id;
  perform private.limit_invitation_mail(held.workspace_id, held.email);
  perform private.mail_invitation(held.id, token, true);
  perform private.log_activity(held.workspace_id, 'workspace.invitation.resent', jsonb_build_object('email', held.email, 'role', held.role));
end
$function$;

CREATE OR REPLACE FUNCTION private.sentence(reason text, params jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[];
begin
  -- Text and names take turns, and what is filled in is not looked through for names again.
  select regexp_split_to_array(r.sentence, '[{}]') into parts from private.reasons r where r.reason = sentence.reason;
  if not found then
    raise exception using errcode = 'internal_error', message = format('The catalogue has no reason "%s".', reason);
  end if;
  for place in 2..cardinality(parts) by 2 loop
    if params ->> parts[place] is null then
      raise exception using errcode = 'internal_error', message = format('The reason "%s" came without its "%s".', reason, parts[place]);
    end if;
    parts[place] := params ->> parts[place];
  end loop;
  return array_to_string(parts, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.sign_in_integration(integration_id bigint, for_login boolean DEFAULT true)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_one public.workspace_integrations;
begin
  select * into found_one from public.workspace_integrations i
  where i.id = integration_id and i.enabled and (i.allow_user_login or not for_login) and i.kind <> 'builtin';
  if not found then
    perform private.problem('authentication_url_unknown');
  end if;
  return found_one;
end
$function$;

CREATE OR REPLACE FUNCTION private.state_of_slug(slug text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
    when private.is_reserved_slug(slug) then 'reserved'
    when exists (select 1 from public.workspaces w where w.slug = state_of_slug.slug) then 'taken'
  end
$function$;

CREATE OR REPLACE FUNCTION public.add_email(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  address text;
  wait integer;
  made public.emails;
begin
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('too_many_emails');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return jsonb_build_object('id', null, 'email', address, 'retry_after', wait);
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return jsonb_build_object('id', made.id, 'email', made.email, 'retry_after', 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_group_admin(p_group_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  select g.workspace_id into host_id from public.groups g where g.id = p_group_id for update;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      return private.invite_with(host_id, p_email, null, '[]', jsonb_build_array(p_group_id), '[]');
    end if;
  end if;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  if theirs = 'guest' then
    perform private.problem('guest_as_group_admin');
  end if;
  insert into public.group_admins (group_id, user_id) values (p_group_id, account_id) on conflict do nothing;
  return jsonb_build_object('type', 'member', 'user_id', account_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_project_member(p_project_id bigint, p_email text, p_role public.project_member_role DEFAULT 'editor'::public.project_member_role, p_workspace_role public.workspace_role DEFAULT NULL::public.workspace_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  account_id := private.member_by_address(host_id, p_email);
  if account_id is not null then
    perform public.set_project_member(p_project_id, account_id, p_role);
    return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role);
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  if p_role = 'owner' then
    perform private.problem('project_owner_not_a_member');
  end if;
  return private.invite_with(host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]')
    || jsonb_build_object('user_id', null, 'role', p_role);
end
$function$;

CREATE OR REPLACE FUNCTION public.add_project_members(p_project_id bigint, p_members jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member jsonb;
  who jsonb;
  role public.project_member_role;
  value jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'too_many_changes_at_once', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      role := coalesce(member ->> 'role', 'editor');
      if member ->> 'user_id' is null then
        value := public.add_project_member(p_project_id, member ->> 'email', role, (member ->> 'workspace_role')::public.workspace_role);
      else
        perform public.set_project_member(p_project_id, (member ->> 'user_id')::bigint, role);
        value := jsonb_build_object('type', 'member', 'user_id', member -> 'user_id', 'invitation_id', null, 'role', role);
      end if;
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.assignable_roles(p_workspace_id bigint, p_user_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  theirs public.workspace_role;
  against text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  if p_user_id is not null then
    select m.role into theirs from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
    if not found then
      perform private.problem('member_not_found');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'role_does_not_promote' end);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('role', choice.role, 'allowed', choice.reason is null, 'reason', private.sentence(choice.reason),
      'needs_upgrade', choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests')) order by choice.role desc)
    from (
      select role, coalesce(against, case
        when p_user_id is null then private.reason_against_inviting(mine, role)
        else private.reason_against_giving(mine, theirs, role) end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.change_member_role(p_workspace_id bigint, p_user_id bigint, p_role public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if private.reason_against_giving(mine, theirs, p_role) is not null then
    perform private.problem('role_not_yours_to_give');
  end if;
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_member_roles(p_workspace_id bigint, p_user_ids bigint[], p_role public.workspace_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  mine public.workspace_role;
  member_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.reason_against_giving(mine, m.role, p_role) is null));
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.change_member_role(p_workspace_id, member_id, p_role);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_integration(p_workspace_id bigint, p_name text, p_kind text, p_config jsonb DEFAULT '{}'::jsonb, p_config_type text DEFAULT 'default'::text, p_enabled boolean DEFAULT true, p_allow_user_login boolean DEFAULT true, p_allow_user_register boolean DEFAULT true, p_secrets jsonb DEFAULT '{}'::jsonb, p_unset_all_saml_idps boolean DEFAULT false, p_callback_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.workspace_integrations;
  chosen text := p_config_type;
  settings constant jsonb := private.normal_config(coalesce(p_config, '{}'));
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  if p_kind = 'builtin' then
    perform private.problem('one_builtin_integration');
  end if;
  -- These have no public host that a default could mean.
  if p_kind in ('saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then
    chosen := 'custom';
  end if;
  if btrim(coalesce(p_name, '')) = '' then
    perform private.problem('required', 'name');
  end if;
  perform private.gate_integration(p_workspace_id, p_kind, chosen);
  perform private.require_valid_config(p_kind, chosen, settings);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(p_kind, chosen, settings));
  insert into public.workspace_integrations
    (workspace_id, name, kind, enabled, allow_user_login, allow_user_register, config_type, config, callback_key)
  values (p_workspace_id, btrim(p_name), p_kind, p_enabled, p_allow_user_login, p_allow_user_register, chosen,
    settings || case when p_kind = 'saml' and p_unset_all_saml_idps then '{"defaultIdp": true}' else '{}' end::jsonb,
    coalesce(p_callback_key, replace(gen_random_uuid()::text, '-', '')))
  returning * into made;
  perform private.store_secrets(made.id, null, coalesce(p_secrets, '{}'));
  perform private.require_secrets(made);
  select * into made from public.workspace_integrations i where i.id = made.id;
  return private.integration_as_json(made);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    if p_flavor = 'style_guide' then
      perform private.problem('private_projects_off');
    end if;
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
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id())
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, 'main', 'main', true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return jsonb_build_object('project', to_jsonb(made), 'branch', jsonb_build_object('id', branch.id, 'slug', branch.slug, 'name', branch.name), 'job_id', job);
end
$function$;

CREATE OR REPLACE FUNCTION public.decide_join_requests(p_workspace_id bigint, p_decisions jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decision jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  perform private.require_few(case jsonb_typeof(p_decisions) when 'array' then jsonb_array_length(p_decisions) end, 1,
    'requests_answered_at_once', 'decisions');
  for decision in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (decision ->> 'user_id')::bigint, coalesce(decision ->> 'action', ''));
      results := results || private.bulk_success(decision -> 'user_id');
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(decision -> 'user_id', sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_username text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  account public.users;
  held_back text;
begin
  select * into account from public.users u where u.id = me for update;
  if lower(btrim(coalesce(p_username, ''))) <> account.username then
    perform private.problem('username_not_confirmed');
  end if;
  -- Owners of one workspace leave one after the other, or each would count on the other to stay.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by w.id
  for update;
  select string_agg(w.name, ', ' order by w.name) into held_back
  from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = me and m.role = 'owner'
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me)
    and exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  if held_back is not null then
    perform private.problem('only_owner_of_workspaces', params => jsonb_build_object('workspaces', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.mail_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  delete from public.workspace_invitations i where i.accepted_by = me;
  delete from private.codes c
  where c.subject = 'user:' || me
    or c.email in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  perform private.forget_in_trail(me);
  delete from auth.users a where a.id = account.auth_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_projects(p_project_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_project_ids), 0, 'too_many_changes_at_once', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      perform public.delete_project(project_id);
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_teams(p_team_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  team_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_team_ids), 0, 'too_many_changes_at_once', 'team_ids');
  foreach team_id in array coalesce(p_team_ids, '{}') loop
    begin
      perform public.delete_team(team_id);
      results := results || private.bulk_success(to_jsonb(team_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(team_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.disconnect_external(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  subject jsonb;
begin
  -- The account is the lock: two last ways out at once must see each other.
  perform 1 from public.users u where u.id = me for update;
  if not exists (select 1 from public.external_users x where x.id = p_id and x.user_id = me) then
    perform private.problem('connected_account_not_found');
  end if;
  if not (select u.has_password from public.users u where u.id = me) and not exists (
    select 1 from public.external_users x
    join public.workspace_integrations i on i.id = x.workspace_integration_id and i.enabled and i.allow_user_login
    where x.user_id = me and x.id <> p_id
  ) then
    perform private.problem('only_way_to_sign_in');
  end if;
  delete from public.external_users x using public.workspace_integrations i
  where x.id = p_id and i.id = x.workspace_integration_id
  returning jsonb_build_object('integration', i.name, 'username', x.username) into subject;
  perform private.mail_account(me, 'account_disconnected', subject);
end
$function$;

CREATE OR REPLACE FUNCTION public.explain_access(p_user_id bigint, p_kind text, p_object_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  host_id bigint;
  object_name text;
  theirs public.workspace_role;
begin
  case p_kind
    when 'project' then
      perform private.require_in_project(p_object_id, case when p_user_id = me then 'project_read' else 'project_members_add' end);
      select p.workspace_id, p.name into host_id, object_name from public.projects p where p.id = p_object_id;
    when 'group' then
      perform private.require_in_group(p_object_id, case when p_user_id = me then 'group_view' else 'group_member_read' end);
      select g.workspace_id, g.name into host_id, object_name from public.groups g where g.id = p_object_id;
    when 'team' then
      perform private.require_in_team(p_object_id, case when p_user_id = me then 'team_view' else 'team_member_add' end);
      select t.workspace_id, t.name into host_id, object_name from public.teams t where t.id = p_object_id;
    when 'workspace' then
      if p_user_id <> me or private.workspace_role(p_object_id) is null then
        perform private.require_in_workspace(p_object_id, 'WorkspaceMembersRead');
      end if;
      select w.id, w.name into host_id, object_name from public.workspaces w where w.id = p_object_id;
    else
      perform private.problem('access_kind_unknown');
  end case;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id;
  if not found then
    perform private.problem('member_not_found');
  end if;
  return jsonb_build_object('kind', p_kind, 'object', jsonb_build_object('id', p_object_id, 'name', object_name), 'user', private.person(p_user_id))
    || private.explain_access(p_user_id, p_kind, p_object_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.has_notices_since(p_topics text[], p_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_topics constant integer := 20;
  kept_seconds constant integer := 72 * 3600;
  asked text;
begin
  if cardinality(p_topics) > most_topics then
    perform private.problem('too_many_channels');
  end if;
  if to_regclass('realtime.messages') is null then
    return true;
  end if;
  foreach asked in array coalesce(p_topics, '{}') loop
    perform set_config('realtime.topic', asked, true);
    if private.hears_topic() and exists (
      select 1 from realtime.messages m
      where m.topic = asked and m.extension = 'broadcast' and m.private is true
        and m.inserted_at > localtimestamp - make_interval(secs => least(greatest(p_seconds, 0), kept_seconds))) then
      return true;
    end if;
  end loop;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing;
  if found then
    return jsonb_build_object('state', 'new');
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return jsonb_build_object('state', 'mismatch');
  end if;
  if held.status is not null then
    return jsonb_build_object('state', 'done', 'status', held.status, 'body', held.body);
  end if;
  -- A request that never answered was cut off: after ten minutes its key may be tried again.
  if held.created_at < now() - interval '10 minutes' then
    update private.idempotency_keys k set created_at = now()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key;
    return jsonb_build_object('state', 'new');
  end if;
  return jsonb_build_object('state', 'running');
end
$function$;

CREATE OR REPLACE FUNCTION public.import_files(p_project_id bigint, p_branch_slug text, p_uploads jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
begin
  perform private.require_in_project(p_project_id, 'project_contents_update');
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  if jsonb_array_length(coalesce(p_uploads, '[]')) = 0 then
    perform private.problem('import_without_file');
  end if;
  return jsonb_build_object('job_id', private.queue_analysis(branch, p_uploads, 'manual'));
end
$function$;

CREATE OR REPLACE FUNCTION public.invite_members(p_workspace_id bigint, p_invitations jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation jsonb;
  address jsonb;
  made bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  perform private.require_few(case jsonb_typeof(p_invitations) when 'array' then jsonb_array_length(p_invitations) end, 1,
    'invitations_sent_at_once', 'invitations');
  for invitation in select * from jsonb_array_elements(p_invitations) loop
    address := to_jsonb(lower(btrim(invitation ->> 'email')));
    begin
      made := private.invite(p_workspace_id, invitation ->> 'email', coalesce(invitation ->> 'role', 'maker')::public.workspace_role,
        coalesce(invitation -> 'projects', '[]'), coalesce(invitation -> 'groups', '[]'), coalesce(invitation -> 'teams', '[]'));
      results := results || private.bulk_success(address, jsonb_build_object('invitation_id', made));
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(address, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_project(p_project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_leave');
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = private.current_user_id();
  if not found then
    perform private.problem('not_a_project_member');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_team(p_team_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_team(p_team_id, 'team_leave');
  delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = private.current_user_id();
  if not found then
    perform private.problem('not_a_team_member');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_members(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_roles public.workspace_role[] DEFAULT NULL::public.workspace_role[], p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant bigint := private.current_user_id();
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  promotes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  removes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  items jsonb;
  total integer;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('order_of_members_unknown');
  end if;
  select count(*) into total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(jsonb_agg(private.person_for(found.person, true) || jsonb_build_object(
    'role', found.role, 'last_seen_at', found.last_seen_at, 'created_at', found.created_at, 'is_me', found.user_id = me,
    'may_change_role', promotes and found.reason is null, 'may_remove', removes and found.reason is null,
    'reason', said.sentence)
    order by found.place), '[]')
  into items
  from (
    select p as person, m.user_id, m.role, m.last_seen_at, m.created_at,
      private.reason_against_changing(me, m.user_id, mine, m.role) as reason,
      row_number() over (order by
        case p_order when 'name' then p.display_name end collate private.natural,
        case p_order when '-name' then p.display_name end collate private.natural desc,
        case p_order when 'role' then m.role end,
        case p_order when '-role' then m.role end desc,
        case p_order when 'created_at' then m.created_at when 'last_seen_at' then coalesce(m.last_seen_at, '-infinity') end,
        case p_order when '-created_at' then m.created_at when '-last_seen_at' then coalesce(m.last_seen_at, '-infinity') end desc,
        m.user_id) as place
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true)
    order by place
    limit private.page_size(p_limit, 500, 1000) offset greatest(coalesce(p_offset, 0), 0)
  ) found
  left join private.reasons said on said.reason = coalesce(found.reason, case when not promotes then 'role_does_not_promote' end);
  return jsonb_build_object('items', items, 'total', total);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('order_of_projects_unknown');
  end if;
  select * into after from private.project_cursor_parts(p_after, by_time);

  -- What the caller reads.
  query.workspace_id := p_workspace_id;
  query.visibilities := case when p_workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = p_workspace_id) end;
  query.project_ids := array(select private.project_ids_given('project_read'));
  query.group_ids := array(select private.group_ids_given('project_read'));

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.visibility := p_visibility;
  query.flavor := p_flavor;
  query.group_id := p_group_id;
  query.without_group := p_without_group and p_group_id is null;
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- Whose role gives any of that walks the list, past the few projects that are not theirs. Anybody else must not walk past a hundred
  -- thousand for three. One row more than is shown tells whether another page follows.
  ways := case when query.visibilities && coalesce(p_visibility, query.visibilities) then array['listed'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return jsonb_build_object(
    'items', private.projects_as_json(shown[:rows]),
    'next', case when cardinality(shown) > rows then
      private.project_cursor(case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    'total', total);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_teams(p_workspace_id bigint, p_my_teams boolean DEFAULT false, p_search text DEFAULT NULL::text, p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView');
  mine constant bigint[] := array(select private.team_ids_with('team_view'));
  sorted_by constant text := ltrim(p_order, '-');
  items jsonb;
  total integer;
begin
  if (p_order ~ '^-?(name|updated_at|member_count|project_count)$') is not true then
    perform private.problem('order_of_teams_unknown');
  end if;
  with shown as materialized (
    select t as team from public.teams t
    where t.workspace_id = p_workspace_id and (sees_all or t.id = any (mine))
      and (p_my_teams is not true or exists (select 1 from public.team_members tm where tm.team_id = t.id and tm.user_id = me))
      and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
  ), sized as (
    select s.team, case sorted_by
      when 'member_count' then (select count(*) from public.team_members tm where tm.team_id = (s.team).id)
      when 'project_count' then (select count(*) from public.project_teams pt where pt.team_id = (s.team).id)
      when 'updated_at' then extract(epoch from (s.team).updated_at) end as size
    from shown s
  ), page as (
    select s.team, row_number() over (order by
      case p_order when 'name' then lower((s.team).name) end,
      case p_order when '-name' then lower((s.team).name) end desc,
      case when p_order like '-%' then -s.size else s.size end,
      (s.team).id) as place
    from sized s
    order by place
    limit private.page_size(p_limit, 50, 500) offset greatest(coalesce(p_offset, 0), 0)
  )
  select (select count(*) from shown), (select private.teams_as_json(array_agg(p.team order by p.place)) from page p)
  into total, items;
  return jsonb_build_object('items', items, 'total', total,
    'usage', case when sees_all then private.feature_usage(p_workspace_id, 'teams') end,
    'max', case when sees_all then private.feature_maximum(p_workspace_id, 'teams') end);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_projects(p_project_ids bigint[], p_group_id bigint, p_confirm boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open_projects integer;
  project_id bigint;
  moved jsonb;
  changed integer := 0;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  select count(*) into open_projects
  from public.projects p join public.groups g on g.id = p_group_id and g.workspace_id = p.workspace_id
  where p.id = any (p_project_ids) and p.visibility = 'public' and g.visibility = 'internal'
    and private.can_in_workspace(p.workspace_id, 'WorkspaceGlobalAdmin');
  if open_projects > 0 and not p_confirm then
    return private.bulk_answer('{}') || jsonb_build_object(
      'confirmation_required', true, 'public_projects', open_projects, 'visibility_changed', 0);
  end if;
  perform private.require_few(cardinality(p_project_ids), 0, 'too_many_changes_at_once', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      moved := public.move_project(project_id, p_group_id, true);
      changed := changed + (moved ->> 'visibility_changed')::boolean::integer;
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results) || jsonb_build_object(
    'confirmation_required', false, 'public_projects', open_projects, 'visibility_changed', changed);
end
$function$;

CREATE OR REPLACE FUNCTION public.permit_password_change(p_current_password text DEFAULT NULL::text, p_user_agent text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  session constant private.session := private.current_session();
  account constant public.users := (select u from public.users u where u.id = me);
  wait integer;
begin
  if not account.has_password then
    perform private.require_recent_proof();
  else
    if coalesce(p_current_password, '') = '' then
      perform private.problem('current_password_missing');
    end if;
    wait := private.own_guess_wait(me, 'permit_password_change');
    if wait > 0 or not private.password_matches(session.auth_id, p_current_password) then
      return jsonb_build_object('outcome', 'wrong', 'retry_after', wait);
    end if;
  end if;
  insert into private.password_permits (auth_id, session_id, tells, user_agent, ip_address)
  values (session.auth_id, session.id, account.has_password or account.created_at < now() - interval '1 hour', left(p_user_agent, 500), private.client_address())
  on conflict (auth_id) do update
    set session_id = excluded.session_id, tells = excluded.tells, user_agent = excluded.user_agent, ip_address = excluded.ip_address,
      created_at = now();
  return jsonb_build_object('outcome', 'permitted', 'retry_after', 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.project_details(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown public.projects;
begin
  select * into shown from public.projects p where p.id = p_project_id;
  if not coalesce(shown.is_open or private.can_in_project(p_project_id, 'project_read'), false) then
    perform private.problem('project_not_found');
  end if;
  return (private.projects_as_json(array[shown]) -> 0) || jsonb_build_object('teams',
    case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_session(p_password text DEFAULT NULL::text, p_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  account public.users;
  address text;
  wait integer;
  verdict text;
begin
  select * into account from public.users u where u.auth_id = session.auth_id;
  if account.id is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.own_guess_wait(account.id, 'prove_session');
  select e.email into address from public.emails e where e.user_id = account.id and e.is_primary;
  verdict := case
    when wait > 0 then 'wrong'
    when p_code is not null then private.check_code('proof', address, 'session:' || session.id, p_code)
    when account.has_password and private.password_matches(session.auth_id, p_password) then 'ok'
    else 'wrong' end;
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', verdict, 'retry_after', wait);
  end if;
  if p_code is not null then
    perform private.consume_code('proof', address, p_code, 'session:' || session.id);
  end if;
  insert into private.sessions as o (session_id, auth_id, method, integration_id) values (session.id, session.auth_id, session.method, session.integration_id)
  on conflict (session_id) do update set proven_at = now(), only_workspace_id = null;
  return jsonb_build_object('outcome', 'proven', 'retry_after', 0);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_email(p_email_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.is_primary and not exists (
    select 1 from public.emails e where e.user_id = held.user_id and e.id <> held.id and e.confirmed_at is not null) then
    perform private.problem('last_confirmed_email');
  end if;
  if held.is_primary then
    perform private.problem('primary_email_in_use');
  end if;
  if held.confirmed_at is not null then
    perform private.mail_account(held.user_id, 'email_removed', jsonb_build_object('email', held.email));
  end if;
  delete from public.emails e where e.id = held.id;
  delete from private.codes c where c.subject = 'user:' || held.user_id and c.email = held.email;
  perform private.move_credential(held.user_id, held.email);
  return public.me();
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_group_admin(p_group_id bigint, p_user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_group(p_group_id, 'group_member_delete');
  delete from public.group_admins ga where ga.group_id = p_group_id and ga.user_id = p_user_id;
  if not found then
    perform private.problem('member_not_found');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_member(p_workspace_id bigint, p_user_id bigint, p_heir_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, private.workspace_role(p_workspace_id), theirs);
  if p_heir_id is not null then
    perform private.require_heir(p_workspace_id, p_heir_id, p_user_id);
    perform private.hand_over(p_workspace_id, p_user_id, p_heir_id);
  end if;
  delete from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_members(p_workspace_id bigint, p_user_ids bigint[], p_heir_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if p_heir_id = any (p_user_ids) then
    perform private.problem('heir_is_removed_too');
  end if;
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.remove_member(p_workspace_id, member_id, p_heir_id);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_project_member(p_project_id bigint, p_user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  select pm.role into theirs from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  if theirs = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_project_team(p_project_id bigint, p_team_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  delete from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if not found then
    perform private.problem('team_not_found', 'team_id');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_team_member(p_team_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  account_id constant bigint := coalesce(p_user_id, private.member_by_address(host_id, p_email));
begin
  perform private.require_in_team(p_team_id, 'team_member_delete');
  if account_id is null then
    delete from public.workspace_invitation_teams link using private.invited_to_team(p_team_id) i
    where link.team_id = p_team_id and link.invitation_id = i.invitation_id and i.email = lower(btrim(p_email));
  else
    delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = account_id;
  end if;
  if not found then
    perform private.problem('member_not_found');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.request_proof_code()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  address text;
  wait integer;
begin
  select e.email into address from public.emails e join public.users u on u.id = e.user_id
  where u.auth_id = session.auth_id and e.is_primary;
  if address is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.code_wait('proof', address, host(private.client_address()));
  if wait = 0 then
    perform private.send_code('proof', address, 'session:' || session.id);
  end if;
  return jsonb_build_object('email', address, 'retry_after', wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.resend_invitations(p_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'invitations_changed_at_once', 'ids');
  foreach invitation_id in array p_ids loop
    begin
      perform private.resend_invitation(invitation_id);
      results := results || private.bulk_success(to_jsonb(invitation_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(invitation_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_invitations(p_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invitation_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'invitations_changed_at_once', 'ids');
  foreach invitation_id in array p_ids loop
    begin
      perform private.revoke_invitation(invitation_id);
      results := results || private.bulk_success(to_jsonb(invitation_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(invitation_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_session(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_account();
  if p_id is null or private.end_sessions(private.current_auth_id(), 'signed_out_elsewhere', only_one => p_id) = 0 then
    perform private.problem('session_not_found');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_daily_summary(p_workspace_id bigint, p_receive boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.workspace_members m set receive_daily_summary = coalesce(p_receive, true)
  where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id);
  if not found then
    perform private.problem('workspace_not_found');
  end if;
  return coalesce(p_receive, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_primary_email(p_email_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.confirmed_at is null then
    perform private.problem('email_not_confirmed');
  end if;
  update public.emails e set is_primary = false where e.user_id = held.user_id and e.is_primary and e.id <> held.id;
  update public.emails e set is_primary = true where e.id = held.id;
  if not held.is_primary then
    perform private.mail_account(held.user_id, 'primary_email_changed', jsonb_build_object('email', held.email));
  end if;
  return public.me();
end
$function$;

CREATE OR REPLACE FUNCTION public.set_project_member(p_project_id bigint, p_user_id bigint, p_role public.project_member_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  theirs public.workspace_role;
  present public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  -- Not for share: note_given may change the row, and two who give the same person something would wait for each other.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id for no key update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, theirs)));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(present, theirs)));
  end if;
  if p_role = 'owner' then
    if theirs in ('viewer', 'guest') then
      perform private.problem('read_only_as_project_owner', 'user_id');
    end if;
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_project_team(p_project_id bigint, p_team_id bigint, p_role public.project_team_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  present public.project_team_role;
  made public.project_teams;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  if not exists (select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host_id)
    or not 'team_view' = any (private.team_permissions(private.current_user_id(), p_team_id)) then
    perform private.problem('team_not_found', 'team_id');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(p_role::text::public.project_member_role));
  select pt.role into present from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(present::text::public.project_member_role));
  end if;
  insert into public.project_teams as pt (project_id, team_id, role) values (p_project_id, p_team_id, p_role)
  on conflict (project_id, team_id) do update set role = excluded.role
  returning * into made;
  return private.team_of_project(made);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_team_member(p_team_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_email text DEFAULT NULL::text, p_role public.team_role DEFAULT 'member'::public.team_role)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  if p_role = 'admin' then
    perform private.require_in_team(p_team_id, 'team_admin_add');
  end if;
  select t.workspace_id into host_id from public.teams t where t.id = p_team_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      perform private.require_in_team(p_team_id, 'team_user_add');
      return private.invite_with(host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)))
        || jsonb_build_object('user_id', null, 'role', p_role);
    end if;
  end if;
  -- The role stays as it is until this is done: admins of a team are never viewers or guests.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id for no key update;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  if p_role = 'admin' and theirs in ('viewer', 'guest') then
    perform private.problem('read_only_as_team_admin');
  end if;
  insert into public.team_members as tm (team_id, user_id, role) values (p_team_id, account_id, p_role)
  on conflict (team_id, user_id) do update set role = excluded.role where tm.role <> excluded.role;
  return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role,
    'email', (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')));
end
$function$;

CREATE OR REPLACE FUNCTION public.set_team_members(p_team_id bigint, p_members jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member jsonb;
  who jsonb;
  value jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'too_many_changes_at_once', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      value := public.set_team_member(p_team_id, (member ->> 'user_id')::bigint, member ->> 'email', coalesce((member ->> 'role')::public.team_role, 'member'));
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION public.slug_available(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('available', reason is null, 'reason', reason) from private.state_of_slug(p_slug) reason
$function$;

CREATE OR REPLACE FUNCTION public.svc_check_code(p_purpose text, p_email text, p_code text, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  verdict text;
begin
  if private.guess_wait(p_email, p_client, p_browser_hash) > 0 then
    perform private.problem('too_many_attempts');
  end if;
  verdict := private.check_code(p_purpose, p_email, '', p_code, p_browser_hash);
  if verdict = 'ok' then
    perform private.give_guess_back(p_email, p_client, p_browser_hash);
  end if;
  return verdict;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_connect_external(p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_revision text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('recent_proof_required');
  end if;
  perform private.require_revision(integration.id, p_revision);
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('account_connected_to_another_user');
  end if;
  perform private.mail_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return jsonb_build_object('id', kept.id, 'workspace_integration_id', kept.workspace_integration_id, 'username', kept.username);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_enter_workspace(p_auth_id uuid, p_workspace_id bigint, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id bigint;
begin
  select u.id into account_id from public.users u where u.auth_id = p_auth_id;
  if not found then
    perform private.problem('credentials_wrong');
  end if;
  perform private.require_passwords(p_workspace_id);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_external_login(p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_auth_id uuid DEFAULT NULL::uuid, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text, p_revision text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome jsonb;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('authentication_failed');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  return outcome;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', i.id,
    'state', case
      when against is not null then case against
        when 'invitation_used' then 'used' when 'invitation_declined' then 'declined' when 'invitation_withdrawn' then 'revoked' else 'expired' end
      when private.is_locked(w) then 'locked'
      when not private.feature_allows(w.id, case when i.role = 'guest' then 'guests' else 'members' end)
        and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = private.account_of(i.email)) then 'seat_limit'
      else 'ok' end,
    'email', i.email,
    'has_account', u.id is not null,
    'has_password', coalesce(u.has_password, false),
    'by_provider', private.is_by_provider(w.id),
    'auth_id', u.auth_id,
    'auth_email', a.email,
    'role', i.role,
    'invited_by', (select private.display_name(p) from public.users p where p.id = i.invited_by),
    'workspace', jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'logo_url', w.logo_url))
  from public.workspace_invitations i
  join public.workspaces w on w.id = i.workspace_id
  left join public.users u on u.id = private.account_of(i.email)
  left join auth.users a on a.id = u.auth_id
  cross join private.reason_against_answering(i) against
  where i.token_hash = private.token_hash(p_token)
$function$;

CREATE OR REPLACE FUNCTION public.svc_put_login_state(p_state_hash text, p_purpose text, p_integration_id bigint, p_browser_hash text, p_verifier text DEFAULT NULL::text, p_return_to text DEFAULT NULL::text, p_popup boolean DEFAULT true, p_auth_id uuid DEFAULT NULL::uuid, p_data jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id, p_purpose = 'login');
  ends timestamptz;
begin
  if p_purpose = 'connect' and p_auth_id is null then
    perform private.problem('sign_in_to_connect_account');
  end if;
  insert into private.login_states
    (state_hash, purpose, workspace_integration_id, browser_hash, verifier, return_to, popup, auth_id, data)
  values (p_state_hash, p_purpose, p_integration_id, p_browser_hash, p_verifier, p_return_to, p_popup, p_auth_id, coalesce(p_data, '{}'))
  on conflict (state_hash) do nothing
  returning expires_at into ends;
  if ends is null then
    perform private.problem('authentication_failed');
  end if;
  return jsonb_build_object('workspace_id', integration.workspace_id, 'kind', integration.kind, 'expires_at', ends);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_signup_workspace(p_auth_id uuid, p_email text, p_code text, p_slug text, p_name text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id bigint;
  made public.workspaces;
begin
  perform private.consume_code('signup', p_email, p_code, browser_hash => p_browser_hash);
  if private.state_of_slug(p_slug) = 'invalid' then
    perform private.problem('slug_invalid');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, private.display_name(u), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return jsonb_build_object(
    'workspace', jsonb_build_object('id', made.id, 'slug', made.slug, 'name', made.name),
    'user_id', account_id,
    'is_account_info_collected', (select u.is_account_info_collected from public.users u where u.id = account_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_why_ended(p_refresh_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.ended_sessions;
begin
  -- A token that is still there was used before: the session ends for the thief too, whose access token would live on.
  perform set_config('waymark.ended', 'reused', true);
  delete from auth.sessions s using auth.refresh_tokens t where t.token = p_refresh_token and t.session_id = s.id and t.revoked;
  if found then
    known.reason := 'reused';
  else
    select * into known from private.ended_sessions e where e.token_hash = extensions.digest(p_refresh_token, 'sha256');
  end if;
  return jsonb_build_object('reason', known.reason, 'detail', private.sentence(private.reason_of_ending(known.reason)));
end
$function$;

CREATE OR REPLACE FUNCTION public.unlink_invitation(p_invitation_id bigint, p_project_id bigint DEFAULT NULL::bigint, p_group_id bigint DEFAULT NULL::bigint, p_team_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.workspace_invitations := private.require_invitation(p_invitation_id);
begin
  if p_project_id is not null then
    perform private.require_in_project(p_project_id, 'project_member_delete');
    delete from public.workspace_invitation_projects l where l.invitation_id = held.id and l.project_id = p_project_id;
  end if;
  if p_group_id is not null then
    if held.workspace_id not in (select private.workspace_ids_with_all_groups('group_member_delete'))
      and p_group_id not in (select private.group_ids_with('group_member_delete')) then
      perform private.problem('group_not_found', 'group_id');
    end if;
    delete from public.workspace_invitation_groups l where l.invitation_id = held.id and l.group_id = p_group_id;
  end if;
  if p_team_id is not null then
    if held.workspace_id not in (select private.workspace_ids_with_all_teams('team_member_delete'))
      and p_team_id not in (select private.team_ids_with('team_member_delete')) then
      perform private.problem('team_not_found', 'team_id');
    end if;
    delete from public.workspace_invitation_teams l where l.invitation_id = held.id and l.team_id = p_team_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_account(p_first_name text, p_last_name text, p_username text DEFAULT NULL::text, p_avatar_url text DEFAULT NULL::text, p_timezone text DEFAULT NULL::text, p_survey jsonb DEFAULT NULL::jsonb, p_complete boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  old_username constant text := (select u.username from public.users u where u.id = me);
begin
  if btrim(coalesce(p_first_name, '')) = '' then
    perform private.problem('required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, '')) = '' then
    perform private.problem('required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('survey_not_an_object');
  end if;
  if p_username <> old_username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('username_changed_too_often');
  end if;
  begin
    update public.users u set
      first_name = btrim(p_first_name),
      last_name = btrim(p_last_name),
      username = coalesce(p_username, u.username),
      avatar_url = case when p_avatar_url is null then u.avatar_url else nullif(btrim(p_avatar_url), '') end,
      timezone = coalesce(p_timezone, u.timezone),
      survey = u.survey || coalesce(p_survey, '{}'),
      is_account_info_collected = u.is_account_info_collected or p_complete
    where u.id = me;
  exception when unique_violation then
    -- Answered instead of raised, so that it counts: who tries names learns twenty a day.
    return private.answer_problem('username_taken');
  end;
  return public.me();
end
$function$;

CREATE OR REPLACE FUNCTION public.update_integration(p_integration_id bigint, p_name text DEFAULT NULL::text, p_enabled boolean DEFAULT NULL::boolean, p_allow_user_login boolean DEFAULT NULL::boolean, p_allow_user_register boolean DEFAULT NULL::boolean, p_config_type text DEFAULT NULL::text, p_config jsonb DEFAULT NULL::jsonb, p_secrets jsonb DEFAULT NULL::jsonb, p_unset_all_saml_idps boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.workspace_integrations;
  wanted public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  wanted := held;
  wanted.name := coalesce(btrim(p_name), held.name);
  wanted.enabled := coalesce(p_enabled, held.enabled);
  wanted.allow_user_login := coalesce(p_allow_user_login, held.allow_user_login);
  wanted.allow_user_register := coalesce(p_allow_user_register, held.allow_user_register);
  wanted.config_type := case
    when held.kind in ('builtin', 'saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then held.config_type
    else coalesce(p_config_type, held.config_type) end;
  wanted.config := private.normal_config(jsonb_strip_nulls(held.config || coalesce(p_config, '{}')));
  if held.kind = 'saml' and p_unset_all_saml_idps then
    wanted.config := wanted.config || '{"defaultIdp": true}';
  end if;
  -- The settings of one's own server mean nothing to the public one.
  if wanted.config_type = 'default' and held.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services') then
    wanted.config := wanted.config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId'];
  end if;
  if wanted.name = '' then
    perform private.problem('required', 'name');
  end if;
  if held.kind = 'builtin' and length(wanted.name) > 20 then
    perform private.problem('integration_name_too_long');
  end if;
  if (wanted.config_type, wanted.config) is distinct from (held.config_type, held.config) or wanted.enabled and not held.enabled then
    perform private.gate_integration(held.workspace_id, held.kind, wanted.config_type);
  end if;
  perform private.require_valid_config(held.kind, wanted.config_type, wanted.config);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(held.kind, wanted.config_type, wanted.config));
  -- A secret is for the server it was typed for: who may change the address must not send it elsewhere.
  moves := array[wanted.config ->> 'url', wanted.config ->> 'hostUrl', wanted.config ->> 'apiUrl']
    is distinct from array[held.config ->> 'url', held.config ->> 'hostUrl', held.config ->> 'apiUrl'];
  update public.workspace_integrations i
  set name = wanted.name, enabled = wanted.enabled, allow_user_login = wanted.allow_user_login, allow_user_register = wanted.allow_user_register,
    config_type = wanted.config_type, config = wanted.config
  where i.id = held.id;
  delete from private.secrets s
  where s.workspace_integration_id = held.id
    and (moves or s.name <> all (private.integration_secret_names(held.kind, wanted.config_type, wanted.config)));
  perform private.store_secrets(held.id, null, coalesce(p_secrets, '{}'));
  if wanted.config ->> 'authType' is distinct from held.config ->> 'authType' then
    -- Tokens of one kind of sign-in are worth nothing to the other.
    delete from private.secrets s using public.external_users x
    where x.workspace_integration_id = held.id and s.external_user_id = x.id;
  end if;
  select * into held from public.workspace_integrations i where i.id = held.id;
  perform private.require_secrets(held);
  return private.integration_as_json(held);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_activity(p_workspace_id bigint, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_types text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Back from p_before, or forth from p_after: each along an index, and for each asked type by itself, so that rare ones are not searched for.
  direction constant text := case when p_after is null then 'desc' else 'asc' end;
  range constant text := 'a.workspace_id = $1 and ($2 is null or a.id < $2) and ($3 is null or a.id > $3)';
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  if not private.feature_allows(p_workspace_id, 'activity_logs') then
    perform private.problem('upgrade_required', 'activity_logs');
  end if;
  return query execute format($query$
    select p.id, p.type, p.actor_id, p.actor_name, p.actor_email, p.metadata, p.ip_address, p.created_at
    from (select distinct on (found.id) found.* from (%s) found order by found.id %s limit $4) p
    order by p.id desc $query$,
    case when p_types is null then format('select a.* from public.activity_events a where %s order by a.id %s limit $4', range, direction)
    else format($asked$
      select e.* from unnest($5) asked cross join lateral (
        (select a.* from public.activity_events a where position('.' in asked) = 0 and split_part(a.type, '.', 1) = asked and %1$s order by a.id %2$s limit $4)
        union all
        (select a.* from public.activity_events a where position('.' in asked) > 0 and a.type = asked and %1$s order by a.id %2$s limit $4)
      ) e $asked$, range, direction) end,
    direction)
  using p_workspace_id, p_before, p_after, least(greatest(coalesce(p_limit, 50), 1), 500), p_types;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_state(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  oldest constant bigint := private.oldest_owner_id(p_workspace_id);
  me constant bigint := private.current_user_id();
begin
  select w.* into host from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.user_id = me
  where w.id = p_workspace_id and private.reaches(w.id);
  if not found then
    perform private.problem('workspace_not_found');
  end if;
  return jsonb_build_object(
    'locked', private.is_locked(host), 'lock_at', host.lock_at, 'lock_reason', host.lock_reason,
    'owner_email', (
      select e.email from public.emails e
      where (private.is_locked(host) or host.lock_at is not null) and e.user_id = oldest and e.is_primary),
    'delete_at', host.delete_at, 'idle_timeout_seconds', host.idle_timeout_seconds,
    'is_closed_to_me', private.is_locked(host) and me <> oldest);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_summary(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id)) then
    perform private.problem('workspace_not_found');
  end if;
  if not private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') then
    return jsonb_build_object('plan', null, 'counts', null);
  end if;
  return jsonb_build_object(
    'plan', (
      select jsonb_build_object('product_id', p.id, 'name', p.name, 'status', a.status, 'trial_end_at', a.trial_end_at,
        'included_members', coalesce(a.included_members, p.included_members))
      from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
      where a.workspace_id = p_workspace_id),
    'counts', (
      select jsonb_build_object(
        'projects', private.feature_usage(p_workspace_id, 'projects'), 'teams', private.feature_usage(p_workspace_id, 'teams'),
        'members', count(*) filter (where m.role <> 'guest'), 'owners', count(*) filter (where m.role = 'owner'),
        'billing_admins', count(*) filter (where m.role = 'billing'), 'admins', count(*) filter (where m.role = 'admin'),
        'makers', count(*) filter (where m.role = 'maker'), 'viewers', count(*) filter (where m.role = 'viewer'),
        'guests', count(*) filter (where m.role = 'guest'))
      from public.workspace_members m where m.workspace_id = p_workspace_id));
end
$function$;

CREATE OR REPLACE FUNCTION request.check_session()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  prefer constant text := nullif(current_setting('request.headers', true), '')::json ->> 'prefer';
  session private.session;
begin
  if claims ->> 'role' is distinct from 'service_role' and prefer ~* 'count\s*=\s*"?(planned|estimated)' then
    perform private.problem('count_not_exact');
  end if;
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  session := private.session_of((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid);
  if session.id is not null then
    perform set_config('waymark.session', session::text, true),
      set_config('waymark.session_claims', current_setting('request.jwt.claims'), true);
    return;
  end if;
  perform private.problem(private.reason_of_ending((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$function$;

COMMENT ON COLUMN "private"."reasons"."field" IS 'The field that the reason is about, where that is always the same.';

COMMENT ON COLUMN "private"."reasons"."sentence" IS 'Names in braces are filled in by who gives the reason.';

COMMENT ON FUNCTION "private"."answer_problem"(text) IS 'The same refusal as an answer, in the shape and with the status of PostgREST''s errors: the transaction, and what it counted, stays.';

COMMENT ON FUNCTION "private"."cannot"(text, text) IS 'A permission that somebody lacks, with the sentence that says why.';

COMMENT ON FUNCTION "private"."integration_config_problem"(text, text, jsonb) IS 'What is wrong with the settings of an integration, {field, reason}, or null. Secrets have no place in them: unknown keys are refused.';

COMMENT ON FUNCTION "private"."problem"(text, text, jsonb) IS 'Refuses with a reason of the catalogue: PostgREST answers with its status, the facade with problem+json.';

COMMENT ON FUNCTION "private"."reason_against_answering"(public.workspace_invitations) IS 'Why an invitation can no longer be answered; null for a live one.';

COMMENT ON FUNCTION "private"."reason_against_giving"(public.workspace_role, public.workspace_role, public.workspace_role) IS 'Why somebody who promotes may not turn one role into another, or null: up to the own role, and only owners give or take the owner role.';

COMMENT ON FUNCTION "private"."reason_against_inviting"(public.workspace_role, public.workspace_role) IS 'Why somebody may not invite at a role, or null: the invite rules of permissions.json.';

COMMENT ON FUNCTION "private"."reason_of_ending"(text) IS 'The reason to give somebody who was signed out.';

COMMENT ON FUNCTION "private"."refusal"(text, text, jsonb) IS 'What a refusal with a reason says, filled in.';

COMMENT ON FUNCTION "private"."require_few"(integer, integer, text, text) IS 'Refuses a call for more than 500 at once, or for fewer than it needs.';

COMMENT ON FUNCTION "private"."sentence"(text, jsonb) IS 'A reason in words, for people; null for none. An unknown reason, or a name that is left open, is a mistake of ours and fails.';

COMMENT ON FUNCTION "private"."state_of_slug"(text) IS 'What stands against this URL for a new workspace (invalid, reserved, taken), or null: 2 to 20 characters, not reserved, not taken. Workspaces of before may have up to 27.';

COMMENT ON TABLE "private"."reasons" IS 'Each reason with its sentence for people. With a code and a status it can refuse; without, it explains.';

REVOKE ALL ON FUNCTION "private"."answer_problem"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_problem"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cannot"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cannot"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."problem"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."problem"(text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_answering"(public.workspace_invitations) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_answering"(public.workspace_invitations) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_giving"(public.workspace_role, public.workspace_role, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_giving"(public.workspace_role, public.workspace_role, public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_inviting"(public.workspace_role, public.workspace_role) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_inviting"(public.workspace_role, public.workspace_role) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_of_ending"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_of_ending"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refusal"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refusal"(text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_few"(integer, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_few"(integer, integer, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sentence"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sentence"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."state_of_slug"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."state_of_slug"(text) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."reasons" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
select r.key, r.value ->> 'code', (r.value ->> 'status')::integer, r.value ->> 'sentence', r.value ->> 'field'
from jsonb_each($reasons${
  "access_by_administration": {"sentence": "admin, because workspace {workspace_role}s administer every project"},
  "access_by_group": {"sentence": "{role}, because of the administration of the group {group}"},
  "access_by_name": {"sentence": "{role}, because the project was shared by name"},
  "access_by_ownership": {"sentence": "{role}, because the project belongs to them"},
  "access_by_team": {"sentence": "{role}, because of the team {team}"},
  "access_by_visibility": {"sentence": "{role}, because the project is {visibility}"},
  "access_by_workspace_role": {"sentence": "{role}, because the project was shared at the workspace role"},
  "access_capped": {"sentence": "{access} (not {role}: workspace {workspace_role}s are read-only)"},
  "access_for_everybody": {"sentence": "reader of published branches, because the project is public"},
  "access_kind_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Access is to a workspace, group, team or project.", "field": "kind"},
  "account_connected_to_another_user": {"code": "CONFLICT", "status": 409, "sentence": "This account is already connected to another user."},
  "activity_unchangeable": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Activity cannot be changed."},
  "address_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be a valid URL."},
  "already_invited_or_member": {"code": "CONFLICT", "status": 409, "sentence": "This e-mail has pending invitation or already a member", "field": "email"},
  "approved_domain_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Domain not found."},
  "authentication_failed": {"code": "TOKEN_ERROR", "status": 400, "sentence": "Encountered an error during authentication"},
  "authentication_url_unknown": {"code": "NOT_FOUND", "status": 404, "sentence": "Unknown authentication url"},
  "branch_not_found": {"code": "BRANCH_NOT_FOUND", "status": 404, "sentence": "Branch not found."},
  "builtin_integration_stays": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The built-in integration cannot be uninstalled."},
  "cannot": {"sentence": "cannot {action}: {reason}"},
  "cannot_before_ownership_passes": {"sentence": "the ownership has to pass on first"},
  "cannot_below_owner": {"sentence": "it needs the role owner"},
  "cannot_below_role": {"sentence": "it needs the role {role} or higher"},
  "cannot_leave_what_role_reaches": {"sentence": "workspace owners and admins reach every project"},
  "cannot_read_only": {"sentence": "workspace {workspace_role}s are read-only"},
  "cannot_while_locked": {"sentence": "the workspace is locked"},
  "cannot_without_membership": {"sentence": "they are not a member of the workspace"},
  "cannot_without_role": {"sentence": "it needs {roles}"},
  "certificate_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be a valid X.509 certificate."},
  "code_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Invalid confirmation code", "field": "code"},
  "config_not_an_object": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The configuration is not an object."},
  "connected_account_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Connected account not found."},
  "count_not_exact": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Rows are counted exactly or not at all: \"Prefer: count=exact\"."},
  "credentials_wrong": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "The email, username or password is incorrect."},
  "current_password_missing": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Please enter your current password.", "field": "current_password"},
  "default_idp_removed": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "You must set another SAML integration as a default IDP provider"},
  "default_idp_unset": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "You must set another SAML integration as a default IDP provider before unsetting this one", "field": "defaultIdp"},
  "domain_already_approved": {"code": "CONFLICT", "status": 409, "sentence": "This domain has already been approved.", "field": "domain"},
  "domain_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be a valid domain name", "field": "domain"},
  "email_changed_elsewhere": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "Addresses are added and changed in the account settings."},
  "email_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Invalid email, please make sure that it is formatted correctly.", "field": "email"},
  "email_not_confirmed": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Please confirm this email before setting it to your primary address.", "field": "email"},
  "email_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "E-mail not found."},
  "email_taken": {"code": "CONFLICT", "status": 409, "sentence": "This email has already been associated with an account. If you believe this is an error, please contact support.", "field": "email"},
  "group_is_internal": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Project is associated with an internal group and cannot be made public", "field": "visibility"},
  "group_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Group Not Found"},
  "guess_not_alone": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Codes and passwords are tried by themselves, by a call of this function alone."},
  "guest_as_group_admin": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Guests cannot administer groups", "field": "user_id"},
  "guest_invited_as_group_admin": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Guests cannot administer a group.", "field": "role"},
  "heir_is_removed_too": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The projects can only pass to somebody who stays.", "field": "heir_id"},
  "heir_not_a_member": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The projects can only pass to another member of this workspace.", "field": "heir_id"},
  "import_path_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A file of a project needs a path of at most 1,000 characters, without \"..\".", "field": "file"},
  "import_too_large": {"code": "PAYLOAD_TOO_LARGE", "status": 413, "sentence": "The files of an import may have at most 50 MB together.", "field": "file"},
  "import_without_file": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Choose a file to import.", "field": "file"},
  "integration_name_too_long": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be no more than 20 Characters", "field": "name"},
  "integration_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Integration not found."},
  "invitation_declined": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has been declined."},
  "invitation_expired": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has expired."},
  "invitation_for_another_account": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This invitation is for {invited}. You are signed in as {account}."},
  "invitation_for_somebody_else": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This invitation is for {invited}. You are signed in as somebody else."},
  "invitation_just_sent": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "This invitation was sent a moment ago."},
  "invitation_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Invitation not found."},
  "invitation_used": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has already been used."},
  "invitation_withdrawn": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has been withdrawn."},
  "invitations_changed_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Between 1 and 500 invitations can be changed at once."},
  "invitations_sent_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Between 1 and 500 invitations can be sent at once."},
  "invite_url_invalid": {"code": "NOT_FOUND", "status": 404, "sentence": "Invalid invite URL"},
  "item_conflict": {"code": "CONFLICT", "status": 409, "sentence": "Something went wrong, please try again"},
  "item_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Something went wrong, please try again"},
  "join_request_denied": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This request has been denied. Invite the person directly instead."},
  "join_request_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Join request not found."},
  "last_confirmed_email": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "The last confirmed e-mail address of an account cannot be removed."},
  "last_group_admin": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "The last admin of a group can be neither removed nor leave."},
  "last_sign_in_integration": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This is the last enabled sign-in integration of this workspace. Enable another one first.", "field": "enabled"},
  "last_workspace_owner": {"code": "USER_IS_OWNER", "status": 403, "sentence": "The last owner of a workspace can be neither demoted nor removed."},
  "many_projects_for_admins_only": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "Only workspace owners and admins change many projects at once."},
  "member_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Member not found."},
  "member_outranks_you": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You cannot change a member who outranks you."},
  "metadata_too_large": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The metadata of an account has at most 1 KB.", "field": "data"},
  "no_access_by_anything": {"sentence": "no access, because nothing lets them in"},
  "no_access_to_private": {"sentence": "no access, because the project is private and was not shared with them"},
  "no_access_to_workspace": {"sentence": "no access, because they are not a member or the workspace is locked"},
  "no_access_unless_shared": {"sentence": "no access, because workspace {workspace_role}s see only what was shared with them"},
  "no_access_while_locked": {"sentence": "no access, because the workspace is locked"},
  "no_access_without_membership": {"sentence": "no access, because only members of the workspace get in"},
  "not_a_project_member": {"code": "NOT_FOUND", "status": 404, "sentence": "You are not a member of this project."},
  "not_a_team_member": {"code": "NOT_FOUND", "status": 404, "sentence": "You are not a member of this team."},
  "not_allowed_in_group": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this group."},
  "not_allowed_in_project": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this project."},
  "not_allowed_in_team": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this team."},
  "not_allowed_in_workspace": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this workspace."},
  "not_allowed_to_add_to_group": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You cannot add projects to this group.", "field": "group_id"},
  "one_builtin_integration": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A workspace has one built-in integration.", "field": "kind"},
  "only_owner_of_workspaces": {"code": "USER_IS_OWNER", "status": 403, "sentence": "You are the only owner of {workspaces}. Make somebody else an owner first."},
  "only_owners_give_owner": {"sentence": "Only owners can give the owner role."},
  "only_owners_take_owner": {"sentence": "Only owners can take the owner role."},
  "only_way_to_sign_in": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This is your only way to sign in. Set a password or connect another account first."},
  "order_of_members_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Members are ordered by name, role, created_at or last_seen_at.", "field": "order"},
  "order_of_projects_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Projects are ordered by name or updated_at.", "field": "order"},
  "order_of_teams_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Teams are ordered by name, updated_at, member_count or project_count.", "field": "order_by"},
  "own_membership": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "You cannot change your own role or remove yourself."},
  "owner_not_invited": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Nobody is invited as the owner of a project.", "field": "role"},
  "page_end_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This is not the end of a page.", "field": "after"},
  "password_changed_elsewhere": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "A password is changed in the account settings or by a mailed code."},
  "password_sign_in_off": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This workspace does not allow signing in with e-mail and password."},
  "primary_email_in_use": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Choose another primary address before removing this one."},
  "primary_email_missing": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "An account needs one primary e-mail address."},
  "private_projects_off": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Unable to create a private project", "field": "visibility"},
  "project_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Project not found"},
  "project_owner_not_a_member": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Only a member of the workspace can own a project.", "field": "role"},
  "project_owner_stays": {"code": "USER_IS_OWNER", "status": 403, "sentence": "The owner of a project keeps it until somebody else becomes the owner."},
  "read_only_as_project_owner": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Viewers and guests cannot own a project."},
  "read_only_as_team_admin": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Viewers and guests can only be members of a team.", "field": "role"},
  "recent_proof_required": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "Confirm that it is you to go on."},
  "requests_answered_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Between 1 and 500 requests can be answered at once."},
  "required": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Required"},
  "role_above_yours": {"sentence": "You can only give roles up to your own."},
  "role_by_administration": {"sentence": "admin, because workspace {workspace_role}s administer everything"},
  "role_by_appointment": {"sentence": "admin, because somebody made them one"},
  "role_by_belonging": {"sentence": "member, because they belong to it"},
  "role_by_creating_projects": {"sentence": "may add projects, because workspace {workspace_role}s create projects"},
  "role_by_membership": {"sentence": "{role}, because that is their role in the workspace"},
  "role_by_seeing_teams": {"sentence": "reader, because workspace {workspace_role}s see every team"},
  "role_does_not_promote": {"sentence": "Your role does not let you change roles or remove members."},
  "role_in_workspace": {"sentence": "{role} of the workspace"},
  "role_not_yours_nor_guest": {"sentence": "You can only invite at your own role, or guests."},
  "role_not_yours_to_give": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You cannot give this role.", "field": "role"},
  "role_not_yours_to_invite_at": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You cannot invite somebody at this role.", "field": "role"},
  "secret_not_encrypted": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A secret is stored encrypted."},
  "secret_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This provider has no such secret."},
  "secrets_not_an_object": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The secrets are not an object.", "field": "secrets"},
  "session_ended": {"code": "INVALID_TOKEN", "status": 401, "sentence": "The session has ended. Please sign in again."},
  "session_ended_by_joining": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out because your account reaches another workspace now. Please sign in again."},
  "session_ended_by_password_change": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out because the password was changed."},
  "session_ended_by_provider_change": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out because the way you signed in has changed. Please sign in again."},
  "session_ended_by_reuse": {"code": "INVALID_TOKEN", "status": 401, "sentence": "Your session was used from another place and has been ended. Please log in again."},
  "session_ended_from_another_device": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out from another device."},
  "session_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Session not found."},
  "session_of_one_workspace": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "You signed in with the provider of one workspace. Confirm that it is you to change your account."},
  "setting_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This value is not valid."},
  "setting_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This provider has no such setting."},
  "sign_in_first": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "Sign in to do this."},
  "sign_in_to_change_account": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "Sign in to change your account."},
  "sign_in_to_connect_account": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "Sign in to connect an account."},
  "sign_up_by_email_off": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This workspace does not allow signing up by e-mail."},
  "slug_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must only contain numbers, lowercase letters, or dashes.", "field": "slug"},
  "slug_taken": {"code": "CONFLICT", "status": 409, "sentence": "{slug} already exists. Please input a different URL.", "field": "slug"},
  "survey_not_an_object": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The survey is not an object.", "field": "survey"},
  "team_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Team Not Found"},
  "token_name_too_long": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be no more than 200 characters.", "field": "name"},
  "token_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Token not found."},
  "too_many_approved_domains": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A workspace has at most 500 approved domains.", "field": "domain"},
  "too_many_attempts": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "Too many attempts. Please try again later."},
  "too_many_changes_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "At most 500 can be changed at once."},
  "too_many_channels": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Ask about at most 20 channels.", "field": "p_topics"},
  "too_many_emails": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "An account has at most 20 e-mail addresses.", "field": "email"},
  "too_many_import_files": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "An import may bring at most {limit} files.", "field": "file"},
  "too_many_invitations_today": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "Too many invitations were sent. Please try again tomorrow.", "field": "email"},
  "too_many_join_requests_today": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "You have asked to join too many workspaces today."},
  "upgrade_required": {"code": "PAYMENT_REQUIRED", "status": 402, "sentence": "Your current plan does not allow for this. Please upgrade your plan."},
  "upload_not_found": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The uploaded file was not found. Please upload it again.", "field": "file"},
  "username_changed_too_often": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "The username was changed too often today. Please try again tomorrow.", "field": "username"},
  "username_not_confirmed": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Type your username to confirm.", "field": "username"},
  "username_taken": {"code": "CONFLICT", "status": 409, "sentence": "This username is already taken. Please choose a different one.", "field": "username"},
  "visibility_not_possible": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Unable to set project visibility to {visibility}", "field": "visibility"},
  "workspace_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Workspace not found."},
  "would_lock_yourself_out": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "You would lock yourself out. Sign in with an integration of this workspace that stays switched on, then try again."}
}$reasons$) r;
