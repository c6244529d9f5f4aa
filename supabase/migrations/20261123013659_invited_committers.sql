set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.invite(workspace_id bigint, email text, role public.workspace_role, projects jsonb DEFAULT '[]'::jsonb, groups jsonb DEFAULT '[]'::jsonb, teams jsonb DEFAULT '[]'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- First, so that pending invitations and the caller's own role stand still.
  perform private.lock_seats_with(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  return private.send_invitation(
    workspace_id, private.require_email(email), role, projects, groups, teams, private.current_user_id());
end
$function$;

CREATE OR REPLACE FUNCTION private.inviter_of_committers(project public.projects)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id
  from public.workspace_members m
  join public.project_role_permissions p on p.permission = 'project_editor_add'
    and p.role = private.effective_project_role(m.user_id, project.id)
  where project.auto_invite_committers and m.workspace_id = project.workspace_id and m.user_id = project.creator_id and m.is_active
    and private.reason_against_inviting(m.role, least(m.role, 'maker')) is null
$function$;

CREATE OR REPLACE FUNCTION private.send_invitation(workspace_id bigint, address text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb, inviter bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seat constant text := case when role = 'guest' then 'guests' else 'members' end;
  token constant text := private.new_token();
  invitation_id bigint;
begin
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = send_invitation.workspace_id and i.email = address and private.is_live(i)
  ) then
    perform private.problem('already_invited_or_member');
  end if;
  perform private.feature_gate(workspace_id, seat, private.feature_pending(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = send_invitation.workspace_id and i.email = address and private.is_unanswered(i);
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (send_invitation.workspace_id, address, send_invitation.role, private.token_hash(token), inviter)
  returning id into invitation_id;
  perform private.write_links(invitation_id, projects, groups, teams);
  perform private.limit_invitation_mail(workspace_id, address);
  perform private.mail_invitation(invitation_id, token, false);
  perform private.log_activity(workspace_id, 'workspace.member.invited', jsonb_build_object('email', address, 'role', role));
  return invitation_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_invite_committers(p_project_id bigint, p_emails text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  inviter bigint;
  address text;
  sent integer := 0;
  most_at_once constant integer := 20;
begin
  select * into project from public.projects p where p.id = p_project_id;
  inviter := private.inviter_of_committers(project);
  if inviter is null then
    return 0;
  end if;
  for address in
    select distinct lower(btrim(e)) from unnest(p_emails[1:most_at_once]) e
    except select public.svc_known_addresses(p_project_id, p_emails)
  loop
    exit when private.throttle_hit('committers:' || p_project_id, 100, 86400) > 0;
    begin
      perform private.send_invitation(
        project.workspace_id, private.require_email(address), 'maker',
        jsonb_build_array(jsonb_build_object('project_id', project.id, 'role', 'editor')), '[]', '[]', inviter);
      sent := sent + 1;
    exception when others then
      -- No seat, no address, invited elsewhere: a push is no place to say so, and the others are still invited.
      null;
    end;
  end loop;
  return sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_receive_webhook(p_integration_id bigint, p_delivery_id text, p_event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration public.workspace_integrations;
  project public.projects;
  delivery public.webhook_deliveries;
  applied public.webhook_deliveries;
begin
  select * into integration from public.workspace_integrations i where i.id = p_integration_id;
  select p.* into project
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = p_integration_id and r.external_id = p_event ->> 'repository_id';
  insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, ref, repository, outcome)
  values (integration.workspace_id, p_integration_id, project.id, p_delivery_id, coalesce(p_event ->> 'type', 'unknown'),
    left(p_event ->> 'branch', 300), left(p_event ->> 'repository', 500),
    case when project.id is null then 'unknown_repository' else 'ignored' end)
  on conflict on constraint webhook_deliveries_once_key do nothing
  returning * into delivery;
  if delivery.id is null then
    return jsonb_build_object('outcome', 'duplicate');
  end if;
  if project.id is not null then
    applied := private.apply_git_event(project, p_event);
    update public.webhook_deliveries d set outcome = applied.outcome, job_id = applied.job_id where d.id = delivery.id returning * into delivery;
  end if;
  return jsonb_build_object('outcome', delivery.outcome, 'job_id', delivery.job_id, 'project_id', delivery.project_id);
end
$function$;

COMMENT ON FUNCTION "private"."inviter_of_committers"(public.projects) IS 'In whose name the committers of a project are invited: who made it, as long as they may; null where the project invites nobody.';

COMMENT ON FUNCTION "private"."send_invitation"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb, bigint) IS 'Invites an address in somebody''s name, inside the plan''s seats: they may, and the address is one.';

COMMENT ON FUNCTION "public"."svc_invite_committers"(bigint, text[]) IS 'Invites who committed to a project as its editors, where its switch says so and seats are free: 20 of a push and 100 a day at most. Answers how many were.';

COMMENT ON FUNCTION "public"."svc_receive_webhook"(bigint, text, jsonb) IS 'Applies a verified delivery of an integration once: {outcome, job_id, project_id}; outcome duplicate where it was applied before.';

REVOKE ALL ON FUNCTION "private"."inviter_of_committers"(public.projects) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."inviter_of_committers"(public.projects) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_invitation"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_invitation"(bigint, text, public.workspace_role, jsonb, jsonb, jsonb, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_invite_committers"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_invite_committers"(bigint, text[]) TO "postgres", "service_role";
