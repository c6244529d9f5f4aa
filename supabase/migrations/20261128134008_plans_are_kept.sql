set local check_function_bodies = off;

DROP FUNCTION "private"."announce_to_people"(text, text, text, private.change[]);

DROP FUNCTION "private"."announce_to_projects"(text, text, private.change[]);

DROP FUNCTION "private"."announce_to_workspaces"(text, text, private.change[], boolean);

DROP FUNCTION "private"."project_of_webhook"(bigint, jsonb);

CREATE OR REPLACE FUNCTION private.announce_to_people(relation text, operation text, event text, changes private.change[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.send_notice(heard.topic, event, relation, operation, null)
  from (
    select 'user:' || c.person_id as topic from unnest(changes) c where c.person_id is not null
    union
    -- Those of the person's sessions that are for the change's workspace only.
    select 'user:' || c.person_id || ':' || s.only_workspace_id
    from unnest(changes) c
    join public.users u on u.id = c.person_id
    join private.sessions s on s.auth_id = u.auth_id and s.only_workspace_id = c.workspace_id
  ) heard;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_to_projects(relation text, operation text, changes private.change[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.send_notice('project:' || changed.project_id, 'change', relation, operation, case when changed.are_few then changed.ids end)
  from (
    select c.project_id, bool_and(named.id is not null) and count(distinct named.id) <= 20 as are_few, array_agg(distinct named.id) as ids
    from unnest(changes) c
    -- Whoever hears a project's channel knows the project.
    cross join lateral (select case when relation = 'projects' then c.project_id else c.id end as id) named
    where c.project_id is not null
      and (relation = 'projects' or exists (select 1 from public.projects p where p.id = c.project_id))
    group by c.project_id
  ) changed;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_to_workspaces(relation text, operation text, changes private.change[], names_rows boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.send_notice('workspace:' || changed.workspace_id, 'change', relation, operation, case when names_rows and changed.are_few then changed.ids end)
  from (
    select c.workspace_id, bool_and(c.id is not null) and count(distinct c.id) <= 20 as are_few, array_agg(distinct c.id) as ids
    from unnest(changes) c
    where c.workspace_id is not null
      -- What is deleted along with its workspace is announced by that deletion.
      and (relation = 'workspaces' or exists (select 1 from public.workspaces w where w.id = c.workspace_id))
    group by c.workspace_id
  ) changed;
end
$function$;

CREATE OR REPLACE FUNCTION private.project_of_webhook(integration_id bigint, event jsonb)
 RETURNS SETOF public.projects
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select p.*
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = project_of_webhook.integration_id and r.external_id = event ->> 'repository_id'
    -- What is not installed says nothing, though a host may have kept it. Who has the secret of one project speaks for its repository
    -- alone. That of the integration, which many may have learned, counts for webhooks that were installed with it.
    and r.webhook_external_id is not null
    and r.webhook_has_own_secret = (event ->> 'project_id' is not null)
    and r.project_id = coalesce((event ->> 'project_id')::bigint, r.project_id);
end
$function$;

COMMENT ON FUNCTION "private"."announce_to_people"(text, text, text, private.change[]) IS 'One notice a person, without names.';

COMMENT ON FUNCTION "private"."announce_to_projects"(text, text, private.change[]) IS 'One notice a project, which names at most 20 rows.';

COMMENT ON FUNCTION "private"."announce_to_workspaces"(text, text, private.change[], boolean) IS 'One notice a workspace, which names at most 20 rows.';

COMMENT ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) IS 'The project that an event speaks to, if any: that of its repository, where a webhook is installed that the secret it was signed with counts for.';

REVOKE ALL ON FUNCTION "private"."announce_to_people"(text, text, text, private.change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_to_people"(text, text, text, private.change[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_to_projects"(text, text, private.change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_to_projects"(text, text, private.change[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_to_workspaces"(text, text, private.change[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_to_workspaces"(text, text, private.change[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) TO "postgres";
