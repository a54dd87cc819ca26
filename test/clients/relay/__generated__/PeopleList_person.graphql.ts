/**
 * @generated SignedSource<<d3777b74288a9d69f5a19aee65cae926>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type PeopleList_person$data = {
  readonly emails: ReadonlyArray<{
    readonly value: string;
  }>;
  readonly firstName: string;
  readonly id: string;
  readonly version: number;
  readonly " $fragmentType": "PeopleList_person";
};
export type PeopleList_person$key = {
  readonly " $data"?: PeopleList_person$data;
  readonly " $fragmentSpreads": FragmentRefs<"PeopleList_person">;
};

import PeopleListPersonQuery_graphql from './PeopleListPersonQuery.graphql';

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": {
    "refetch": {
      "connection": null,
      "fragmentPathInResult": [
        "node"
      ],
      "operation": PeopleListPersonQuery_graphql,
      "identifierInfo": {
        "identifierField": "id",
        "identifierQueryVariableName": "id"
      }
    }
  },
  "name": "PeopleList_person",
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
  "type": "Person",
  "abstractKey": null
};

(node as any).hash = "bbb0dac05c0b0401720eb5f6515c73df";

export default node;
