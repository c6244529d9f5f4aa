-- Extensions live in their own schema, never in `public`, as on the hosted platform.
create schema extensions authorization postgres;
grant usage on schema extensions to public;

create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pg_stat_statements with schema extensions;
create extension citext with schema extensions;
create extension pg_trgm with schema extensions;
create extension btree_gin with schema extensions;
create extension unaccent with schema extensions;
