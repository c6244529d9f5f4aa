set local check_function_bodies = off;

DROP INDEX "private"."billing_trials_workspace_idx";

ALTER TABLE "private"."billing_trials" DROP CONSTRAINT "billing_trials_workspace_id_fkey";

CREATE OR REPLACE FUNCTION private.mentioned_names(text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select distinct lower(found[1])
  -- What stands in code is no mention: "@type" of a schema is nobody. With alternatives in it, all of a pattern takes as much
  -- as it can unless it is repeated as little as it can, which is once.
  from regexp_matches(regexp_replace(mentioned_names.text, '(?:```.*?(?:```|$)|`[^`\n]+`){1,1}?', ' ', 'g'), '(?<![A-Za-z0-9_@/.-])@([A-Za-z0-9-]{2,39})(?![A-Za-z0-9-])', 'g') found
$function$;
