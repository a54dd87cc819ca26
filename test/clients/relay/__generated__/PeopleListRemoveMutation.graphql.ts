/**
 * @generated SignedSource<<e810c13efc0444f39eb13e92527864e2>>
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
    readonly deletedId: string;
  };
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
  "name": "deletedId",
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
        "concreteType": "DeletePersonPayload",
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
        "concreteType": "DeletePersonPayload",
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
            "name": "deletedId",
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
    "cacheID": "cdbb6bfab4a86917f9f750d9260972b5",
    "id": null,
    "metadata": {},
    "name": "PeopleListRemoveMutation",
    "operationKind": "mutation",
    "text": "mutation PeopleListRemoveMutation(\n  $id: ID!\n) {\n  deletePerson(id: $id) {\n    deletedId\n  }\n}\n"
  }
};
})();

(node as any).hash = "ae58a1b7a67d1553840590a2fb7ef22c";

export default node;
