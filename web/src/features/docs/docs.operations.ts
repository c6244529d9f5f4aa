import { graphql } from '../../shared/data/graphql-document.ts'

/** A project by its address, with its branches, the default one first. */
export const projectBySlug = graphql(`
  query ProjectBySlug($workspaceId: BigInt!, $slug: String!) {
    projectsCollection(filter: { workspaceId: { eq: $workspaceId }, slug: { eq: $slug } }, first: 1) {
      edges {
        node {
          id
          name
          slug
          description
          iconName
          iconColor
          type
          flavor
          visibility
          workspaceId
          defaultBranchId
          branchesCollection(first: 500, orderBy: [{ isDefault: DescNullsLast }, { name: AscNullsLast }]) {
            edges {
              node {
                id
                name
                slug
                isDefault
                isPublished
                lastAnalyzedAt
                commitHash
                articleCount
                schemaCount
                apiCount
                operationCount
              }
            }
          }
        }
      }
    }
  }
`)
