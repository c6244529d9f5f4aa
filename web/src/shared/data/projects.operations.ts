// What the sidebar and the lists of projects read.
import { graphql } from './graphql-document.ts'

/** A page of projects. */
export const projectPage = graphql(`
  query ProjectPage($filter: ProjectsFilter!, $first: Int!, $after: Cursor) {
    projectsCollection(filter: $filter, first: $first, after: $after, orderBy: [{ slug: AscNullsLast }]) {
      edges {
        node {
          id
          name
          slug
          description
          iconName
          iconColor
          visibility
          flavor
          type
          groupId
          updatedAt
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** The groups of a workspace, by name. */
export const groupList = graphql(`
  query GroupList($workspaceId: BigInt!) {
    groupsCollection(filter: { workspaceId: { eq: $workspaceId } }, first: 500, orderBy: [{ name: AscNullsLast }]) {
      edges {
        node {
          id
          name
          slug
          icon
          iconColor
          visibility
        }
      }
    }
  }
`)

/** The caller's pinned projects, in the order of their sidebar. */
export const pinnedProjects = graphql(`
  query PinnedProjects {
    projectPinsCollection(first: 100, orderBy: [{ position: AscNullsLast }]) {
      edges {
        node {
          project {
            workspaceId
            id
            name
            slug
            description
            iconName
            iconColor
            visibility
            flavor
            type
            groupId
            updatedAt
          }
        }
      }
    }
  }
`)
