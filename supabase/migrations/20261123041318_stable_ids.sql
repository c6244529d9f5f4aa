set local check_function_bodies = off;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "stable_id" text;

CREATE OR REPLACE FUNCTION public.branch_node(p_branch_id bigint, p_slug text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_node public.branch_nodes;
begin
  if not private.can_read_branch(p_branch_id) then
    return null;
  end if;
  select * into found_node from public.branch_nodes n where n.branch_id = p_branch_id and n.slug = p_slug;
  -- Before the first dash stands the stable id, which finds a node whose title has changed.
  if found_node.id is null then
    select * into found_node from public.branch_nodes n
    where n.branch_id = p_branch_id and n.stable_id = split_part(p_slug, '-', 1)
    order by n.position
    limit 1;
  end if;
  if found_node.id is null or not private.shows_node(found_node) then
    return null;
  end if;
  return to_json(private.node_with_data(found_node));
end
$function$;

CREATE INDEX branch_nodes_stable_id_idx ON public.branch_nodes USING btree (branch_id, stable_id);

COMMENT ON COLUMN "public"."branch_nodes"."stable_id" IS 'What stands before the title in addresses: the author''s id, or one made of the uri. It outlives another title and another slug.';

COMMENT ON FUNCTION "public"."branch_node"(bigint, text) IS 'One node with its data, by its slug or by one that it had, which begins with its stable id: all that a page of documentation needs. A public.branch_node, or null (hence json).';

-- By hand

-- As links were looked up until now; the next analysis of a branch writes the true ones.
update public.branch_nodes n set stable_id = split_part(n.slug, '-', 1)
where n.slug ~ '^[A-Za-z0-9_]{8,}-';
