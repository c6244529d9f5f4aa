set local check_function_bodies = off;

DROP FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text);

CREATE OR REPLACE FUNCTION private.log_scim(workspace_id bigint, change text, person private.scim_people, client text, was private.scim_people DEFAULT NULL::private.scim_people)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity_of(workspace_id, 'workspace.scim.user_' || change, null, client,
    jsonb_strip_nulls(jsonb_build_object('email', person.email, 'role', person.role, 'via', 'scim',
      'changes', case when was.id is not null then
        private.told_changes(to_jsonb(was), to_jsonb(person), array['user_name', 'email', 'external_id', 'role', 'active']) end,
      -- Their telephone number or manager is theirs: of such details the names are told, without values.
      'details', (
        select jsonb_agg(detail order by detail) from jsonb_object_keys(was.attributes || person.attributes) detail
        where was.attributes -> detail is distinct from person.attributes -> detail))))
$function$;

CREATE OR REPLACE FUNCTION public.svc_save_scim_user(p_token text, p_id text, p_person jsonb, p_expected text[] DEFAULT NULL::text[], p_client text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint := private.scim_host(p_token);
  held private.scim_people;
  becomes private.scim_people;
begin
  perform private.lock_seats(host_id);
  -- Once more: the token may have ended by now.
  host_id := private.scim_host(p_token);
  if p_id is not null then
    held := private.scim_person(host_id, p_id);
    select * into held from private.scim_people p where p.id = held.id for update;
    perform private.require_scim_version(private.scim_user(held), p_expected);
  end if;
  perform private.require_scim_person(p_person, host_id, held.id);
  becomes := held;
  becomes.workspace_id := host_id;
  becomes.user_name := p_person ->> 'user_name';
  becomes.email := private.require_email(p_person ->> 'email');
  becomes.external_id := p_person ->> 'external_id';
  becomes.role := private.scim_role_of(p_person ->> 'role');
  becomes.active := coalesce((p_person ->> 'active')::boolean, true);
  becomes.attributes := coalesce(p_person -> 'attributes', '{}');
  if held.id is null then
    if (select count(*) from private.scim_people p where p.workspace_id = host_id) >= 50000 then
      perform private.problem('too_many_scim_people');
    end if;
    delete from private.scim_people p where p.workspace_id = host_id and p.email = becomes.email and p.deleted_at is not null;
    becomes.user_id := private.link_provisioned(becomes);
    insert into private.scim_people (workspace_id, user_id, user_name, email, external_id, role, active, attributes)
    values (host_id, becomes.user_id, becomes.user_name, becomes.email, becomes.external_id, becomes.role, becomes.active, becomes.attributes)
    returning * into becomes;
    perform private.log_scim(host_id, 'created', becomes, p_client);
    insert into private.scim_group_people (team_id, person_id)
    select t.id, becomes.id from public.team_members tm join public.teams t on t.id = tm.team_id and t.workspace_id = host_id
    where tm.user_id = becomes.user_id;
  elsif becomes is distinct from held then
    if becomes.user_id is null then
      becomes.user_id := private.link_provisioned(becomes);
    end if;
    update private.scim_people p set
      user_id = becomes.user_id, user_name = becomes.user_name, email = becomes.email, external_id = becomes.external_id,
      role = becomes.role, active = becomes.active, attributes = becomes.attributes, updated_at = now()
    where p.id = held.id
    returning * into becomes;
    perform private.log_scim(host_id, case when becomes.active = held.active then 'updated' when becomes.active then 'activated' else 'deactivated' end,
      becomes, p_client, held);
  else
    return private.scim_user(held);
  end if;
  if becomes.active then
    perform private.follow_scim_role(becomes);
    if held.id is null or not held.active or held.role is distinct from becomes.role then
      perform private.gate_provisioned(becomes);
    end if;
  else
    perform private.end_provisioned(becomes);
  end if;
  return private.scim_user((select p from private.scim_people p where p.id = becomes.id));
end
$function$;

COMMENT ON FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text, private.scim_people) IS 'One event of somebody whom the identity provider changed, with what they were before where they were there.';

REVOKE ALL ON FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text, private.scim_people) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_scim"(bigint, text, private.scim_people, text, private.scim_people) TO "postgres";
