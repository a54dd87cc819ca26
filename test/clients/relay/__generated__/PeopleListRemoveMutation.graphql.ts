/**
 * @generated SignedSource<<65c357c639b17717acbccdc9a047635c>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type PeopleListRemoveMutation$variables = {
  connections: ReadonlyArray<string>;
  id: string;
};
export type PeopleListRemoveMutation$data = {
  readonly deletePerson: {
    readonly id: string;
  } | null | undefined;
};
export type PeopleListRemoveMutation = {
  response: PeopleListRemoveMutation$data;
  variables: PeopleListRemoveMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "connections"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "id"
},
v2 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "id"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "PeopleListRemoveMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "DeletePersonResult",
        "kind": "LinkedField",
        "name": "deletePerson",
        "plural": false,
        "selections": [
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "PeopleListRemoveMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "DeletePersonResult",
        "kind": "LinkedField",
        "name": "deletePerson",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "filters": null,
            "handle": "deleteEdge",
            "key": "",
            "kind": "ScalarHandle",
            "name": "id",
            "handleArgs": [
              {
                "kind": "Variable",
                "name": "connections",
                "variableName": "connections"
              }
            ]
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "22a340172ac1a4b7f966ee9944d62d66",
    "id": null,
    "metadata": {},
    "name": "PeopleListRemoveMutation",
    "operationKind": "mutation",
    "text": "mutation PeopleListRemoveMutation(\n  $id: ID!\n) {\n  deletePerson(id: $id) {\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "3ef43abded2ad9e22052edf49b893d90";

export default node;
