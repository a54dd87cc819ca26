-- Creates two roles for a database. dealgraph_owner owns the database and runs "dealgraph migrate". The server connects as
-- dealgraph, which can neither change the schema nor bypass row-level security. The passwords are read from the environment.
-- Run this script once with psql 15 or newer, as a superuser or as a role that has CREATEROLE and owns the database:
--
--   DEALGRAPH_OWNER_PASSWORD=… DEALGRAPH_PASSWORD=… psql -d dealgraph -f deploy/roles.sql

\set ON_ERROR_STOP on
\getenv owner_password DEALGRAPH_OWNER_PASSWORD
\getenv password DEALGRAPH_PASSWORD

BEGIN;

CREATE ROLE dealgraph_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE dealgraph LOGIN PASSWORD :'password';

-- A role that is not a superuser must be a member of the new owner to transfer ownership to it.
GRANT dealgraph_owner TO CURRENT_USER;
ALTER DATABASE :"DBNAME" OWNER TO dealgraph_owner;

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO dealgraph;
GRANT USAGE ON SCHEMA public TO dealgraph;

-- A migration that waits for a lock blocks all later statements on the table, so it fails after 5 s and must be run again.
ALTER ROLE dealgraph_owner SET lock_timeout = '5s';

-- Grants privileges on the tables that migrations create. TRUNCATE is not granted, because it ignores policies and row triggers.
ALTER DEFAULT PRIVILEGES FOR ROLE dealgraph_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO dealgraph;

COMMIT;
