/**
 * @generated SignedSource<<c5af619af930a4ce8a6765794f02b929>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type PeopleListRenameMutation$variables = {
  firstName: string;
  id: string;
};
export type PeopleListRenameMutation$data = {
  readonly updatePerson: {
    readonly " $fragmentSpreads": FragmentRefs<"PeopleList_person">;
  } | null | undefined;
};
export type PeopleListRenameMutation = {
  response: PeopleListRenameMutation$data;
  variables: PeopleListRenameMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "firstName"
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
  },
  {
    "fields": [
      {
        "kind": "Variable",
        "name": "firstName",
        "variableName": "firstName"
      }
    ],
    "kind": "ObjectValue",
    "name": "input"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "PeopleListRenameMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "Person",
        "kind": "LinkedField",
        "name": "updatePerson",
        "plural": false,
        "selections": [
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "PeopleList_person"
          }
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
    "name": "PeopleListRenameMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "Person",
        "kind": "LinkedField",
        "name": "updatePerson",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "firstName",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "version",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "PersonEmail",
            "kind": "LinkedField",
            "name": "emails",
            "plural": true,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "value",
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "9fa97a9c59c8fdf008c9513b1c74b981",
    "id": null,
    "metadata": {},
    "name": "PeopleListRenameMutation",
    "operationKind": "mutation",
    "text": "mutation PeopleListRenameMutation(\n  $id: ID!\n  $firstName: PersonName!\n) {\n  updatePerson(id: $id, input: {firstName: $firstName}) {\n    ...PeopleList_person\n    id\n  }\n}\n\nfragment PeopleList_person on Person {\n  firstName\n  version\n  emails {\n    value\n  }\n  id\n}\n"
  }
};
})();

(node as any).hash = "390aa0c24b56bd7a8dec531ecf579c5c";

export default node;
