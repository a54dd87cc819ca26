-- Two roles for one database: dealgraph_owner owns it and runs "dealgraph migrate"; dealgraph serves, and can neither
-- change the schema nor lift row-level security. Their passwords come from the environment. Run once, by psql 15 or
-- newer, as a superuser or as a role that has CREATEROLE and owns the database:
--
--   DEALGRAPH_OWNER_PASSWORD=… DEALGRAPH_PASSWORD=… psql -d dealgraph -f deploy/roles.sql

\set ON_ERROR_STOP on
\getenv owner_password DEALGRAPH_OWNER_PASSWORD
\getenv password DEALGRAPH_PASSWORD

BEGIN;

CREATE ROLE dealgraph_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE dealgraph LOGIN PASSWORD :'password';

-- Who is no superuser must be one of its members to give something to it.
GRANT dealgraph_owner TO CURRENT_USER;
ALTER DATABASE :"DBNAME" OWNER TO dealgraph_owner;

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO dealgraph;
GRANT USAGE ON SCHEMA public TO dealgraph;

-- A migration that waits for a lock keeps all waiting that come after it: rather give up, and be run again.
ALTER ROLE dealgraph_owner SET lock_timeout = '5s';

-- Tables that migrations make are granted as they are made. TRUNCATE is left out: it asks neither policies nor triggers.
ALTER DEFAULT PRIVILEGES FOR ROLE dealgraph_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO dealgraph;

COMMIT;
