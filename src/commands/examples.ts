/**
 * How a command is used: what is typed, and what that does. `test/command-examples.test.ts` runs
 * them all.
 */
export type Example = readonly [typed: string, does: string]

/** Shown in the help of each command, by how it is typed. */
export const examples: Record<string, readonly Example[]> = {
  serve: [
    ['dealgraph serve', 'with the database in db/dealgraph.db, and the demo company if it is new'],
    ['PORT=8080 DEMO=false dealgraph serve', 'on another port, without a demo company'],
    ['DATABASE_URL=postgres://dealgraph@127.0.0.1/dealgraph dealgraph serve', 'on PostgreSQL'],
    ['dealgraph serve --json', 'its address and the demo keys as one object, before the log'],
  ],
  dispatch: [
    ['dealgraph dispatch', 'share the sending of webhooks with the server, as long as it runs'],
  ],
  migrate: [
    ['dealgraph migrate', 'before the servers of a new version are started'],
    ['DATABASE_URL=sqlite:other.db dealgraph migrate', 'another database'],
  ],
  seed: [
    ['dealgraph seed --people 200', 'a company of 200 people, to try things with'],
    ['dealgraph seed --people 1000 --company "Northwind" --json', 'its key and ids, for a script'],
  ],
  'demo remove': [
    [
      'dealgraph demo remove --yes',
      'without confirmation, before the database goes into production',
    ],
    ['dealgraph demo remove --yes --json', 'what was removed, for a script'],
  ],
  'company create': [
    [
      'dealgraph company create --name "Acme" --owner-email ann@acme.example',
      'a company, and Ann as its Owner',
    ],
    [
      'dealgraph company create --name "Acme GmbH" --owner-email eva@acme.example --owner-name "Eva Lang" --region DE',
      'one that reads phone numbers as German',
    ],
  ],
  'keys create': [
    ['dealgraph keys create --user ann@acme.example', 'a key that may do all that Ann may'],
    [
      'dealgraph keys create --user ann@acme.example --name "Nightly report" --scope people.view.all --scope deals.view.all --expires 2030-01-31T00:00:00Z',
      'one that reads, for a while',
    ],
    ['dealgraph keys create --user ann@acme.example --json', 'its id and secret, for a script'],
  ],
  'keys list': [
    ['dealgraph keys list', 'those of all users'],
    ['dealgraph keys list --user ann@acme.example --json', "Ann's, for a script"],
  ],
  'keys rotate': [
    ['dealgraph keys rotate KEY_ID', 'a new secret; the old one stays good for a day'],
    ['dealgraph keys rotate KEY_ID --grace 0', 'the old one ends at once'],
  ],
  'keys revoke': [['dealgraph keys revoke KEY_ID', 'the next request with it is refused']],
  export: [
    [
      'dealgraph export people --user ann@acme.example --output people.csv',
      'all people whom Ann sees',
    ],
    [
      'dealgraph export people --user ann@acme.example --output people.vcf',
      'the same for an address book',
    ],
    [
      `dealgraph export deals --user ann@acme.example --format jsonl --where '{"status": "open"}' | head -n 20`,
      'the oldest 20 open deals',
    ],
    [
      'dealgraph export activities --user ann@acme.example | gzip > activities.csv.gz',
      'packed as it is written',
    ],
  ],
  import: [
    [
      'dealgraph import contacts.csv --user ann@acme.example --dry-run',
      'what would happen, and which heading goes where',
    ],
    [
      'dealgraph import contacts.csv --user ann@acme.example --map "Organization Name=background"',
      'in earnest, and with one column more',
    ],
    [
      'dealgraph import contacts.csv --user ann@acme.example --again --on-match skip',
      'once more, only those who are not there yet',
    ],
    [
      'gunzip -c contacts.vcf.gz | dealgraph import - --user ann@acme.example --json',
      'from a pipe, for a script',
    ],
  ],
  'import list': [['dealgraph import list', 'the latest first']],
  'import undo': [['dealgraph import undo IMPORT_ID', 'as the user who imported']],
  backup: [
    ['dealgraph backup backup.db', 'while the server runs'],
    ['dealgraph backup "backup-$(date +%F).db" --json', 'one a day, for a script'],
  ],
  restore: [
    [
      'DATABASE_URL=sqlite:restored.db dealgraph restore backup.db',
      'into a new file, to look at it first',
    ],
  ],
  copy: [
    [
      'dealgraph copy --from sqlite:db/dealgraph.db --to postgres://dealgraph@127.0.0.1/dealgraph',
      'from the file to a server',
    ],
    [
      'dealgraph copy --from postgres://dealgraph@127.0.0.1/dealgraph --to sqlite:dealgraph.db',
      'and back',
    ],
  ],
  doctor: [
    ['dealgraph doctor', 'all there is to look at'],
    [
      'dealgraph doctor --quick --json',
      'every hour, for a script: the exit code is 1 when something must be mended',
    ],
  ],
}
