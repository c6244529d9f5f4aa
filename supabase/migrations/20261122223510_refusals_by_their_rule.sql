set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_domain_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- The gate's lock also makes true what is asked behind it: how many there are, and the caller's role.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('too_many_approved_domains');
  end if;
  if new.role > private.workspace_role(new.workspace_id) then
    perform private.problem('role_above_yours');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('domain_already_approved');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_may_invite_at(workspace_id bigint, role public.workspace_role)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_nothing_against(private.reason_against_inviting(private.workspace_role(workspace_id), role));
end
$function$;

CREATE OR REPLACE FUNCTION private.roles_by_workspace_role(project public.projects)
 RETURNS public.project_access_by_role[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select row(meaning.workspace_role, meaning.role, counted.n,
      case when meaning.is_global then private.sentence('access_by_administration', jsonb_build_object('workspace_role', meaning.workspace_role))
        else private.sentence('access_by_visibility', jsonb_build_object(
          'role', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, 'visibility', project.visibility)) end
    )::public.project_access_by_role
    from (
      select r.workspace_role, g.role is not null as is_global,
        case when g.role is not null then 'workspace_global_admin' when project.visibility <> 'private' then r.implied_role end as role
      from public.workspace_role_project_roles r
      left join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
    ) meaning
    cross join lateral (
      select count(*) as n from public.workspace_members m where m.workspace_id = project.workspace_id and m.role = meaning.workspace_role
    ) counted
    where meaning.role is not null and counted.n > 0
    order by meaning.workspace_role desc
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
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  perform private.require_nothing_against(private.reason_against_giving(mine, theirs, p_role));
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_uploading()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may_upload_more() then
    perform private.problem('too_many_files_waiting');
  end if;
  -- Of a stable function without an answer nobody needs the call, and the planner leaves it out.
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_members(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_roles public.workspace_role[] DEFAULT NULL::public.workspace_role[], p_order text DEFAULT 'name'::text, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS public.member_page
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
  page public.member_page;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('order_of_members_unknown');
  end if;
  select count(*) into page.total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(array_agg(row((found.person).*, found.role, found.last_seen_at, found.created_at, found.user_id = me,
    promotes and found.reason is null, removes and found.reason is null,
    private.sentence(coalesce(found.reason, case when not promotes then 'role_does_not_promote' end)))::public.member_item
    order by found.place), '{}')
  into page.items
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
  ) found;
  return page;
end
$function$;

COMMENT ON FUNCTION "private"."answer_problem"(text) IS 'A refusal with a reason as an answer, in the shape and with the status of PostgREST''s errors: the transaction, and what it counted, stays.';

COMMENT ON FUNCTION "private"."lock_seats_with"(bigint, text) IS 'Makes writes that take seats come one after the other, for who has a permission; answers the role that the caller has once it is their turn.';

COMMENT ON FUNCTION "public"."check_uploading"() IS 'Refuses somebody of whom too many files wait to be imported: the policy of the bucket refuses them too, but cannot say why.';

REVOKE ALL ON FUNCTION "public"."check_uploading"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_uploading"() TO "authenticated", "postgres";

-- By hand

update private.reasons set code = 'INSUFFICIENT_PERMISSIONS', status = 403, field = 'role'
where reason in ('only_owners_give_owner', 'only_owners_take_owner', 'role_above_yours', 'role_not_yours_nor_guest');
delete from private.reasons where reason in ('role_not_yours_to_give', 'role_not_yours_to_invite_at');
insert into private.reasons (reason, code, status, sentence, field)
values ('too_many_files_waiting', 'ACTION_PROHIBITED', 403, 'Too many of your files wait to be imported. Try again when they are.', 'file');
