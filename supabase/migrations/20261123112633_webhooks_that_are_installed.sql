set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.project_of_webhook(integration_id bigint, event jsonb)
 RETURNS SETOF public.projects
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.*
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = project_of_webhook.integration_id and r.external_id = event ->> 'repository_id'
    -- What is not installed says nothing, though a host may have kept it. Who has the secret of one project speaks for its repository
    -- alone. That of the integration, which many may have learned, counts for webhooks that were installed with it.
    and r.webhook_external_id is not null
    and r.webhook_has_own_secret = (event ->> 'project_id' is not null)
    and r.project_id = coalesce((event ->> 'project_id')::bigint, r.project_id)
$function$;

COMMENT ON FUNCTION "private"."project_of_webhook"(bigint, jsonb) IS 'The project that an event speaks to, if any: that of its repository, where a webhook is installed that the secret it was signed with counts for.';
