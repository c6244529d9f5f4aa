CREATE INDEX external_users_username_idx ON public.external_users USING btree (workspace_integration_id, lower(username));
