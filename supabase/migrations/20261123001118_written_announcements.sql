set local check_function_bodies = off;

DROP TRIGGER "announce_delete" ON "public"."approved_domains";

DROP TRIGGER "announce_insert" ON "public"."approved_domains";

DROP TRIGGER "announce_update" ON "public"."approved_domains";

DROP TRIGGER "announce_delete" ON "public"."billing_accounts";

DROP TRIGGER "announce_insert" ON "public"."billing_accounts";

DROP TRIGGER "announce_update" ON "public"."billing_accounts";

DROP TRIGGER "announce_delete" ON "public"."emails";

DROP TRIGGER "announce_insert" ON "public"."emails";

DROP TRIGGER "announce_update" ON "public"."emails";

DROP TRIGGER "announce_delete" ON "public"."groups";

DROP TRIGGER "announce_insert" ON "public"."groups";

DROP TRIGGER "announce_update" ON "public"."groups";

DROP TRIGGER "announce_delete" ON "public"."project_pins";

DROP TRIGGER "announce_insert" ON "public"."project_pins";

DROP TRIGGER "announce_update" ON "public"."project_pins";

DROP TRIGGER "announce_delete" ON "public"."teams";

DROP TRIGGER "announce_insert" ON "public"."teams";

DROP TRIGGER "announce_update" ON "public"."teams";

DROP TRIGGER "announce_delete" ON "public"."workspace_integrations";

DROP TRIGGER "announce_insert" ON "public"."workspace_integrations";

DROP TRIGGER "announce_update" ON "public"."workspace_integrations";

DROP TRIGGER "announce_delete" ON "public"."workspace_invitation_groups";

DROP TRIGGER "announce_insert" ON "public"."workspace_invitation_groups";

DROP TRIGGER "announce_update" ON "public"."workspace_invitation_groups";

DROP TRIGGER "announce_delete" ON "public"."workspace_invitation_projects";

DROP TRIGGER "announce_insert" ON "public"."workspace_invitation_projects";

DROP TRIGGER "announce_update" ON "public"."workspace_invitation_projects";

DROP TRIGGER "announce_delete" ON "public"."workspace_invitation_teams";

DROP TRIGGER "announce_insert" ON "public"."workspace_invitation_teams";

DROP TRIGGER "announce_update" ON "public"."workspace_invitation_teams";

DROP TRIGGER "announce_delete" ON "public"."workspace_invitations";

DROP TRIGGER "announce_insert" ON "public"."workspace_invitations";

DROP TRIGGER "announce_update" ON "public"."workspace_invitations";

DROP FUNCTION "private"."announce"(regclass, text, text, text, text, text, text, boolean, text);

DROP FUNCTION "private"."announce_approved_domains"();

DROP FUNCTION "private"."announce_billing_accounts"();

DROP FUNCTION "private"."announce_emails"();

DROP FUNCTION "private"."announce_groups"();

DROP FUNCTION "private"."announce_project_pins"();

DROP FUNCTION "private"."announce_teams"();

DROP FUNCTION "private"."announce_workspace_integrations"();

DROP FUNCTION "private"."announce_workspace_invitation_groups"();

DROP FUNCTION "private"."announce_workspace_invitation_projects"();

DROP FUNCTION "private"."announce_workspace_invitation_teams"();

DROP FUNCTION "private"."announce_workspace_invitations"();

CREATE OR REPLACE FUNCTION private.announce_branches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(null, c.project_id, null, case when c.is_published then c.id end)::private.change
    from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_changes(relation text, operation text, person_event text, changes private.change[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_topics constant integer := 100;
  many_projects constant boolean := (select count(distinct c.project_id) > most_topics from unnest(changes) c);
  many_people constant boolean := (select count(distinct c.person_id) > most_topics from unnest(changes) c);
begin
  if cardinality(changes) = 0 then
    return;
  end if;
  if not many_projects then
    perform private.announce_to_workspaces(relation, operation, changes, true);
    perform private.announce_to_projects(relation, operation, changes);
  else
    -- Too many for a notice each: whoever is in their workspaces hears of all of them together.
    perform private.announce_to_workspaces(relation, operation, changes || array(
      select distinct row(p.workspace_id, null, null, null)::private.change
      from unnest(changes) c join public.projects p on p.id = c.project_id), false);
  end if;
  if not many_people then
    perform private.announce_to_people(relation, operation, person_event, changes);
  else
    -- Too many for a notice each: full members hear it on the workspace's channel, guests, who do not hear that, by themselves.
    perform private.announce_to_people(relation, operation, person_event, array(
      select c from unnest(changes) c
      join public.workspace_members m on m.workspace_id = c.workspace_id and m.user_id = c.person_id and m.role = 'guest'));
    perform private.send_notice('workspace:' || heard.workspace_id, person_event, relation, operation, null)
    from (select distinct c.workspace_id from unnest(changes) c where c.workspace_id is not null) heard;
  end if;
exception when others then
  -- Whoever misses a notice sees the change a little later; the change itself must not fail for it.
  raise warning 'No notice of a change of %: %', relation, sqlerrm;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_external_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(null, null, c.user_id, null)::private.change
      from changed c join before b using (id)
      where (c.user_id, c.username) is distinct from (b.user_id, b.username)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, null, c.user_id, null)::private.change from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_group_admins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(g.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.groups g on g.id = c.group_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_join_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(c.workspace_id, null, c.user_id, null)::private.change
    from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_machine_principals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c join before b using (id)
      where c.name is distinct from b.name));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_of_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(i.workspace_id, null, null, null)::private.change
    from changed c left join public.workspace_invitations i on i.id = c.invitation_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, null, c.user_id, null)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_of_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(c.workspace_id, null, null, null)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_of_workspace_by_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(c.workspace_id, null, null, c.id)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_project_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(p.workspace_id, c.project_id, c.user_id, null)::private.change
    from changed c left join public.projects p on p.id = c.project_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_project_teams()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(p.workspace_id, c.project_id, tm.user_id, null)::private.change
    from changed c left join public.projects p on p.id = c.project_id left join public.team_members tm on tm.team_id = c.team_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_projects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(c.workspace_id, c.id, null, case when c.visibility <> 'private' then c.id end)::private.change
    from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_status_task_logs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c join before b using (job_id)
      where c.status is distinct from b.status));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(c.workspace_id, null, null, null)::private.change
      from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_task_log_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(null, t.project_id, null, null)::private.change
    from changed c join public.task_logs t on t.job_id = c.job_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_task_logs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(null, c.project_id, null, null)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_team_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(t.workspace_id, null, c.user_id, c.team_id)::private.change
    from changed c left join public.teams t on t.id = c.team_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(m.workspace_id, null, c.id, null)::private.change
      from changed c join before b using (id) left join public.workspace_members m on m.user_id = c.id
      where (c.username, c.first_name, c.last_name, c.avatar_url, c.timezone, c.is_site_admin, c.is_account_info_collected, c.has_password, c.survey)
        is distinct from (b.username, b.first_name, b.last_name, b.avatar_url, b.timezone, b.is_site_admin, b.is_account_info_collected, b.has_password, b.survey)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(m.workspace_id, null, c.id, null)::private.change
      from changed c left join public.workspace_members m on m.user_id = c.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_workspace_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'access', array(
      select row(c.workspace_id, null, c.user_id, null)::private.change
      from changed c join before b using (workspace_id, user_id)
      where (c.role, c.is_open, c.by_provider) is distinct from (b.role, b.is_open, b.by_provider)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'access', array(
      select row(c.workspace_id, null, c.user_id, null)::private.change
      from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_workspaces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(select row(c.id, null, null, c.id)::private.change from changed c));
  return null;
end
$function$;

CREATE TRIGGER announce_delete AFTER DELETE ON public.approved_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON public.approved_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON public.approved_domains REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_delete AFTER DELETE ON public.billing_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON public.billing_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON public.billing_accounts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_delete AFTER DELETE ON public.emails REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_insert AFTER INSERT ON public.emails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_update AFTER UPDATE ON public.emails REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_delete AFTER DELETE ON public.groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace_by_id();

CREATE TRIGGER announce_insert AFTER INSERT ON public.groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace_by_id();

CREATE TRIGGER announce_update AFTER UPDATE ON public.groups REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace_by_id();

CREATE TRIGGER announce_delete AFTER DELETE ON public.project_pins REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_insert AFTER INSERT ON public.project_pins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_update AFTER UPDATE ON public.project_pins REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_delete AFTER DELETE ON public.teams REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace_by_id();

CREATE TRIGGER announce_insert AFTER INSERT ON public.teams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace_by_id();

CREATE TRIGGER announce_update AFTER UPDATE ON public.teams REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace_by_id();

CREATE TRIGGER announce_delete AFTER DELETE ON public.workspace_integrations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON public.workspace_integrations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON public.workspace_integrations REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_delete AFTER DELETE ON public.workspace_invitation_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_insert AFTER INSERT ON public.workspace_invitation_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_update AFTER UPDATE ON public.workspace_invitation_groups REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_delete AFTER DELETE ON public.workspace_invitation_projects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_insert AFTER INSERT ON public.workspace_invitation_projects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_update AFTER UPDATE ON public.workspace_invitation_projects REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_delete AFTER DELETE ON public.workspace_invitation_teams REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_insert AFTER INSERT ON public.workspace_invitation_teams REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_update AFTER UPDATE ON public.workspace_invitation_teams REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_invitation();

CREATE TRIGGER announce_delete AFTER DELETE ON public.workspace_invitations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON public.workspace_invitations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON public.workspace_invitations REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

COMMENT ON FUNCTION "private"."announce_branches"() IS 'Who hears of a project hears of its branches; published ones are named.';

COMMENT ON FUNCTION "private"."announce_external_users"() IS 'The person hears of what they connect and disconnect.';

COMMENT ON FUNCTION "private"."announce_group_admins"() IS 'The workspace hears of the admins of its groups; the person, that their access changed.';

COMMENT ON FUNCTION "private"."announce_join_requests"() IS 'The workspace and the person hear of who asks to join it.';

COMMENT ON FUNCTION "private"."announce_machine_principals"() IS 'The workspace hears of its tokens, and not each time one is used.';

COMMENT ON FUNCTION "private"."announce_of_invitation"() IS 'A row that belongs to an invitation: the workspace hears of it.';

COMMENT ON FUNCTION "private"."announce_of_person"() IS 'A row of a person, who alone hears of it.';

COMMENT ON FUNCTION "private"."announce_of_workspace"() IS 'A row of a workspace, without a name: not everybody who hears of it may read it.';

COMMENT ON FUNCTION "private"."announce_of_workspace_by_id"() IS 'A row of a workspace, by its id.';

COMMENT ON FUNCTION "private"."announce_project_members"() IS 'Who hears of the project or its workspace hears with whom it is shared; the person, that their access changed.';

COMMENT ON FUNCTION "private"."announce_project_teams"() IS 'Who hears of the project or its workspace hears with which teams it is shared; the people in them, that their access changed.';

COMMENT ON FUNCTION "private"."announce_projects"() IS 'The workspace and who hears of the project hear of its changes.';

COMMENT ON FUNCTION "private"."announce_status_task_logs"() IS 'The workspace hears when one of its tasks begins and when its status changes, and not of every line.';

COMMENT ON FUNCTION "private"."announce_task_log_lines"() IS 'Who hears of a project hears of what its tasks write.';

COMMENT ON FUNCTION "private"."announce_task_logs"() IS 'Who hears of a project hears of its tasks.';

COMMENT ON FUNCTION "private"."announce_team_members"() IS 'The workspace hears which of its teams has other people; the person, that their access changed.';

COMMENT ON FUNCTION "private"."announce_users"() IS 'The person hears of changes of the account, and so do their workspaces; of those alone that a screen shows.';

COMMENT ON FUNCTION "private"."announce_workspace_members"() IS 'The workspace hears of its members; the person, that their access changed.';

COMMENT ON FUNCTION "private"."announce_workspaces"() IS 'The workspace hears of its own changes.';

REVOKE ALL ON FUNCTION "private"."announce_of_invitation"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_of_invitation"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_of_person"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_of_person"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_of_workspace"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_of_workspace"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_of_workspace_by_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_of_workspace_by_id"() TO "postgres";
