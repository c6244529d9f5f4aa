CREATE TABLE "public"."node_stars" ("node_id" bigint NOT NULL, "user_id" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "node_stars_pkey" PRIMARY KEY (user_id, node_id));

ALTER TABLE "public"."node_stars" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."node_stars" ADD CONSTRAINT "node_stars_node_id_fkey" FOREIGN KEY (node_id) REFERENCES public.nodes(id) ON DELETE CASCADE;

ALTER TABLE "public"."node_stars" ADD CONSTRAINT "node_stars_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

CREATE INDEX node_stars_node_id_idx ON public.node_stars USING btree (node_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.node_stars REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_insert AFTER INSERT ON public.node_stars REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_update AFTER UPDATE ON public.node_stars REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE POLICY "Stars are given by people to nodes that they read" ON "public"."node_stars" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT private.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT 1
   FROM public.nodes n
  WHERE (n.id = node_stars.node_id)))));

CREATE POLICY "Stars are seen by who gave them, while they read the node" ON "public"."node_stars" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT private.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT 1
   FROM public.nodes n
  WHERE (n.id = node_stars.node_id)))));

CREATE POLICY "Stars are taken back by who gave them" ON "public"."node_stars" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT private.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT 1
   FROM public.nodes n
  WHERE (n.id = node_stars.node_id)))));

COMMENT ON TABLE "public"."node_stars" IS 'Nodes that somebody has starred, on whichever branch: a star outlives a new analysis, as the node does.';

GRANT INSERT ("node_id") ON TABLE "public"."node_stars" TO "authenticated";

GRANT INSERT ("user_id") ON TABLE "public"."node_stars" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."node_stars" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."node_stars" TO "postgres";
