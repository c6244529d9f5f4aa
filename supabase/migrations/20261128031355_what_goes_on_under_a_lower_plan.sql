set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.goes_on(feature text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Taking these away would let people in or out, or undo what they made: the plan gates only what is new of them.
  select feature in ('teams', 'groups', 'private_projects', 'style_guides', 'design_library', 'saml_ldap_integration', 'custom_git_integration')
$function$;

CREATE OR REPLACE FUNCTION public.plan_losses(p_workspace_id bigint, p_product_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_billing(p_workspace_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('feature', had.name, 'type', had.type,
      'used', case when had.type = 'limit' then private.feature_usage(p_workspace_id, had.name) end, 'max', kept.max_quantity,
      'had', had.max_quantity, 'goes_on', private.goes_on(had.name)) order by had.type, had.name), '[]')
    from public.billing_accounts a
    join public.billing_features had on had.product_id = a.billing_product_id and had.max_quantity is distinct from 0
    left join public.billing_features kept on kept.product_id = p_product_id and kept.name = had.name
    where a.workspace_id = p_workspace_id and had.name <> 'owners' and (
      kept.name is null or had.type = 'limit' and kept.max_quantity is not null and kept.max_quantity < coalesce(had.max_quantity, 2147483647)));
end
$function$;

COMMENT ON FUNCTION "private"."goes_on"(text) IS 'Whether what there is of a feature stays in use under a plan that lacks it, and only more of it is refused.';

COMMENT ON FUNCTION "public"."plan_losses"(bigint, bigint) IS 'What a workspace has by its plan and would not have, or not as much of, by another one: [{feature, type, used, max, had, goes_on}].';

REVOKE ALL ON FUNCTION "private"."goes_on"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."goes_on"(text) TO "postgres";
