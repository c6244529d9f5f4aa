-- What the owner of a project may do that takes a superuser here: a data folder may be older than this.

-- No trusted extension: on the hosted platform the owner may create it.
create extension if not exists moddatetime with schema extensions;

-- So that `alter role authenticator set pgrst.…` works for the project's owner: what REST reads of it.
grant authenticator to postgres with admin option;
grant set on parameter pgrst.db_aggregates_enabled, pgrst.db_max_rows, pgrst.db_pre_request to postgres;
