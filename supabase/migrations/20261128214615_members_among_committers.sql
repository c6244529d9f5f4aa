set local check_function_bodies = off;

DROP FUNCTION "public"."svc_known_addresses"(bigint, text[]);

CREATE OR REPLACE FUNCTION private.invite_committers(project_id bigint, emails text[])
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
  select * into project from public.projects p where p.id = invite_committers.project_id;
  inviter := private.inviter_of_committers(project);
  if inviter is null then
    return 0;
  end if;
  for address in
    select distinct lower(btrim(e)) from unnest(emails[1:most_at_once]) e
    except select known.email from public.svc_known_addresses(invite_committers.project_id, emails) known
  loop
    exit when private.throttle_hit('committers:' || invite_committers.project_id, 100, 86400) > 0;
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

CREATE OR REPLACE FUNCTION public.svc_known_addresses(p_project_id bigint, p_emails text[])
 RETURNS TABLE(email text, is_member boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select known.email, bool_or(known.is_member)
  from (
    select e.email, true as is_member
    from public.projects p
    join public.workspace_members m on m.workspace_id = p.workspace_id
    join public.emails e on e.user_id = m.user_id and e.confirmed_at is not null
    where p.id = p_project_id and e.email = any (p_emails[1:200])
    union all
    select i.email, false
    from public.workspace_invitation_projects l join public.workspace_invitations i on i.id = l.invitation_id
    where l.project_id = p_project_id and i.email = any (p_emails[1:200]) and private.is_live(i)) known
  group by known.email
$function$;

COMMENT ON FUNCTION "public"."svc_known_addresses"(bigint, text[]) IS 'Which of at most 200 addresses belong to members of the project''s workspace (is_member), or are invited to the project: for who may share it.';

REVOKE ALL ON FUNCTION "public"."svc_known_addresses"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_known_addresses"(bigint, text[]) TO "postgres", "service_role";
