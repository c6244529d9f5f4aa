// Small descriptions with one of everything, for stories.

export const bookings = `openapi: 3.1.0
info:
  title: Bookings # shown in the portal
  version: 2.4.0
  description: |
    Rooms, guests and **bookings** of a hotel.
  contact:
    name: API team
    email: api@example.com
servers:
  - url: https://{region}.example.com/v2
    description: Live
    variables:
      region:
        default: eu
        enum: [eu, us]
tags:
  - name: bookings
    description: Who stays where, and when.
  - name: rooms
security:
  - oauth: [bookings:read]
  - apiKey: []
paths:
  /bookings:
    get:
      summary: List bookings
      operationId: listBookings
      tags: [bookings]
      parameters:
        - $ref: '#/components/parameters/Limit'
        - name: status
          in: query
          description: Only those in this state.
          schema:
            type: string
            enum: [open, paid, cancelled]
      responses:
        '200':
          description: A page of bookings.
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: '#/components/schemas/Booking'
    post:
      summary: Book a room
      operationId: createBooking
      tags: [bookings]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Booking'
      responses:
        '201':
          description: Booked.
        '409':
          description: The room is taken.
  /bookings/{bookingId}:
    parameters:
      - name: bookingId
        in: path
        required: true
        schema:
          type: string
          format: uuid
    put:
      summary: Change a booking
      operationId: changeBooking
      description: Dates, room and guests may change until the day before arrival.
      deprecated: true
      tags: [bookings]
      parameters:
        - name: notify
          in: query
          description: Whether the guest gets a mail.
          schema:
            type: boolean
        - name: If-Match
          in: header
          required: true
          schema:
            type: string
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Booking'
            examples:
              short:
                summary: One night
                value:
                  nights: 1
      responses:
        '200':
          description: The booking as it is now.
          headers:
            ETag:
              schema:
                type: string
          content:
            application/json:
              schema:
                type: object
                properties:
                  booking:
                    $ref: '#/components/schemas/Booking'
                  warnings:
                    type: array
                    items:
                      type: string
        '404':
          description: No such booking.
        default:
          description: Anything else.
    delete:
      operationId: cancelBooking
      responses:
        '204':
          description: Cancelled.
webhooks:
  bookingPaid:
    post:
      summary: A booking was paid
      responses:
        '200':
          description: Thank you.
components:
  parameters:
    Limit:
      name: limit
      in: query
      schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
  securitySchemes:
    apiKey:
      type: apiKey
      name: X-API-Key
      in: header
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://example.com/authorize
          tokenUrl: https://example.com/token
          scopes:
            bookings:read: See bookings
            bookings:write: Make and change bookings
  schemas:
    Booking:
      title: Booking
      type: object
      description: A stay of some guests in a room.
      required: [room, from, guests]
      properties:
        id:
          type: string
          format: uuid
          readOnly: true
        room:
          $ref: '#/components/schemas/Room'
        from:
          type: string
          format: date
          description: The day of arrival.
        nights:
          type: [integer, 'null']
          minimum: 1
          default: 1
        guests:
          type: array
          minItems: 1
          items:
            type: object
            properties:
              name:
                type: string
              age:
                type: integer
        payment:
          oneOf:
            - title: Card
              type: object
              properties:
                number:
                  type: string
            - title: Invoice
              type: object
          discriminator:
            propertyName: kind
        notes:
          type: string
          deprecated: true
    Room:
      type: object
      properties:
        number:
          type: integer
        floor:
          type: integer
`

export const todos = `{
  "swagger": "2.0",
  "info": { "title": "Todos", "version": "1.0" },
  "host": "todos.example.com",
  "basePath": "/v1",
  "schemes": ["https"],
  "consumes": ["application/json"],
  "produces": ["application/json"],
  "paths": {
    "/todos": {
      "get": {
        "summary": "List todos",
        "parameters": [
          { "name": "done", "in": "query", "type": "boolean" },
          { "name": "ids", "in": "query", "type": "array", "items": { "type": "integer" }, "collectionFormat": "csv" }
        ],
        "responses": {
          "200": { "description": "All of them", "schema": { "type": "array", "items": { "$ref": "#/definitions/Todo" } } }
        }
      },
      "post": {
        "summary": "Add a todo",
        "parameters": [{ "name": "body", "in": "body", "schema": { "$ref": "#/definitions/Todo" } }],
        "responses": { "201": { "description": "Added" } }
      }
    }
  },
  "securityDefinitions": {
    "login": { "type": "basic" }
  },
  "definitions": {
    "Todo": {
      "type": "object",
      "required": ["text"],
      "properties": {
        "id": { "type": "integer", "format": "int64" },
        "text": { "type": "string" }
      }
    }
  }
}
`

export const model = `title: Money
type: object
required:
  - amount
properties:
  amount:
    type: string
    pattern: ^\\d+\\.\\d\\d$
    description: In the currency's main unit.
  currency:
    type: string
    minLength: 3
    maxLength: 3
    examples: [EUR]
additionalProperties: false
`

export const welcome = `# Welcome

All that the API of the **hotel** does.

- [Start](./start.md)
- [Errors](./errors.md)
`

/** Schemas, links and forms that say all that there is to say. */
export const rich = `openapi: 3.1.0
info:
  title: Orders
  version: 2.0.0
servers:
  - url: https://{region}.example.com/v1
    description: Where customers are
    variables:
      region:
        default: eu
        enum: [eu, us]
paths:
  /orders/{orderId}:
    parameters:
      - $ref: '#/components/parameters/OrderId'
    post:
      operationId: placeOrder
      summary: Place an order
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                invoice: {type: string, contentMediaType: application/pdf}
                order: {$ref: '#/components/schemas/Order'}
            encoding:
              invoice:
                contentType: application/pdf
                headers:
                  X-Pages:
                    schema: {type: integer}
      responses:
        '201':
          description: Placed
          headers:
            X-Rate-Limit:
              schema: {type: integer}
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Order'
              examples:
                small:
                  summary: A small one
                  value: {id: 1, items: [pen]}
          links:
            read:
              operationId: readOrder
              parameters:
                orderId: $response.body#/id
      callbacks:
        onShipped:
          '{$request.body#/callbackUrl}':
            post:
              summary: It is on its way
              responses:
                '204': {description: Heard}
      security:
        - oauth: [write]
          key: []
        - {}
components:
  parameters:
    OrderId: {name: orderId, in: path, required: true, schema: {type: integer}}
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://example.com/token
          scopes: {write: To place orders}
    key: {type: apiKey, name: X-Key, in: header}
  schemas:
    Payment:
      oneOf:
        - $ref: '#/components/schemas/Card'
        - $ref: '#/components/schemas/Invoice'
      discriminator:
        propertyName: kind
        mapping:
          card: '#/components/schemas/Card'
          bill: '#/components/schemas/Invoice'
    Card: {type: object, properties: {kind: {const: card}, number: {type: string}}}
    Invoice: {type: object, properties: {kind: {const: bill}}}
    Order:
      type: object
      required: [id, items]
      properties:
        id:
          type: integer
          description: Given by the shop
        items:
          type: array
          contains: {type: string}
          minContains: 1
          prefixItems:
            - type: string
              description: The first one
          items: false
        price: {type: [number, 'null'], minimum: 0, multipleOf: 0.01}
        payment: {$ref: '#/components/schemas/Payment'}
      patternProperties:
        ^x-:
          type: string
          description: Your own fields
      dependentRequired:
        price: [payment]
      dependentSchemas:
        payment:
          required: [price]
      if:
        properties: {price: {minimum: 1000}}
      then:
        required: [payment]
      not:
        required: [draft]
      unevaluatedProperties: false
      $defs:
        Money: {type: number}
`
