# Written by clients/generate-python.ts from /v1/openapi.json. After a change to the API:
# UPDATE_SNAPSHOT=1 npm test -- 'clients/*.test.ts'
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from .bodies import FormFile


class AcceptInvitationAnswer(TypedDict):
    success: Literal[True]
    data: AcceptInvitationAnswerData


class AcceptInvitationAnswerData(TypedDict):
    email: str
    role: Literal["viewer", "editor", "admin", "owner"]
    tenant: AcceptInvitationAnswerDataTenant
    expiresAt: str


class AcceptInvitationAnswerDataTenant(TypedDict):
    name: str
    slug: str


class AcceptInvitationBody(TypedDict):
    #: The part of the link after the #.
    token: str


class ActivateModuleAnswer(TypedDict):
    success: Literal[True]
    data: ActivateModuleAnswerData


class ActivateModuleAnswerData(TypedDict):
    name: Literal["crm", "content", "media", "redirects", "catalog", "inventory", "checkout"]
    active: bool


class ActivateProductAnswer(TypedDict):
    success: Literal[True]
    data: ActivateProductAnswerData


class ActivateProductAnswerData(TypedDict):
    id: str
    title: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    description: Optional[str]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    options: List[ActivateProductAnswerDataOptionsItem]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    taxCode: Optional[str]
    seo: Optional[ActivateProductAnswerDataSeo]
    #: By language tag.
    translations: Dict[str, ActivateProductAnswerDataTranslationsValue]
    #: An entry that tells more about it.
    contentEntryId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    status: Literal["draft", "active", "archived"]
    variantCount: int
    #: The lowest and the highest price of its active variants.
    priceRanges: List[ActivateProductAnswerDataPriceRangesItem]
    rating: ActivateProductAnswerDataRating
    version: int
    #: Rises with every change of its variants.
    variantsVersion: int
    createdAt: str
    updatedAt: str


class ActivateProductAnswerDataOptionsItem(TypedDict):
    name: str
    values: List[str]


ActivateProductAnswerDataPriceRangesItem = TypedDict(
    "ActivateProductAnswerDataPriceRangesItem",
    {
        "currency": "str",
        "from": "float",
        "to": "float",
    },
)


class ActivateProductAnswerDataRating(TypedDict):
    count: int
    average: Optional[float]


class ActivateProductAnswerDataSeo(TypedDict):
    title: Optional[str]
    description: Optional[str]


class ActivateProductAnswerDataTranslationsValue(TypedDict, total=False):
    title: str
    description: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str


class AddStorefrontCartCodeAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class AddStorefrontCartCodeAnswerData(TypedDict):
    id: str
    propertyId: Optional[str]
    currency: str
    locale: Optional[str]
    customerId: Optional[str]
    email: Optional[str]
    lines: List[AddStorefrontCartCodeAnswerDataLinesItem]
    discountCodes: List[AddStorefrontCartCodeAnswerDataDiscountCodesItem]
    note: Optional[str]
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]
    totals: AddStorefrontCartCodeAnswerDataTotals
    #: What would stop a checkout.
    problems: List[AddStorefrontCartCodeAnswerDataProblemsItem]
    state: Literal["active", "abandoned", "completed"]
    version: int
    abandonedAt: Optional[str]
    createdAt: str
    updatedAt: str


class AddStorefrontCartCodeAnswerDataDiscountCodesItem(TypedDict):
    id: str
    code: str
    #: What it takes off; of free shipping, the amount of shipping.
    amount: float
    #: False: it takes nothing off, because the subtotal is too small, it covers no line, or nothing is left to take.
    applies: bool


class AddStorefrontCartCodeAnswerDataLinesItem(TypedDict):
    key: str
    variantId: str
    productId: Optional[str]
    sku: Optional[str]
    name: Optional[str]
    quantity: int
    unitPrice: Optional[float]
    #: Before discounts.
    amount: Optional[float]
    #: The asset of its first picture.
    image: Optional[str]
    #: The original of that picture, as in `media` of a product; 404 if it is private.
    imageUrl: Optional[str]
    #: This quantity could be reserved now.
    available: bool
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]


class _AddStorefrontCartCodeAnswerDataProblemsItemRequired(TypedDict):
    #: empty, not_for_sale, no_price, out_of_stock, code_not_usable, email_missing, address_missing, shipping_option_missing, too_large
    code: str
    message: str


class AddStorefrontCartCodeAnswerDataProblemsItem(_AddStorefrontCartCodeAnswerDataProblemsItemRequired, total=False):
    lineKey: str


class AddStorefrontCartCodeAnswerDataTotals(TypedDict):
    subtotal: float
    discount: float
    #: Null until its checkout has an address.
    estimatedTax: Optional[float]
    #: Without shipping.
    total: float


class AddStorefrontCartCodeBody(TypedDict):
    code: str


class AddStorefrontCartLinesAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class AddStorefrontCartLinesBody(TypedDict):
    lines: List[AddStorefrontCartLinesBodyLinesItem]


class AddStorefrontCartLinesBodyLinesItem(TypedDict, total=False):
    #: Or variantId.
    sku: str
    variantId: str
    quantity: int
    #: Texts of the storefront.
    attributes: Dict[str, str]


class ArchiveCustomerAnswer(TypedDict):
    success: Literal[True]
    data: ArchiveCustomerAnswerData


class ArchiveCustomerAnswerData(TypedDict):
    id: str
    type: Literal["person", "company"]
    name: str
    #: The primary one, lower case.
    email: Optional[str]
    emails: List[str]
    #: The primary one, as + and digits.
    phone: Optional[str]
    phones: List[str]
    addresses: List[ArchiveCustomerAnswerDataAddressesItem]
    tags: List[str]
    notes: Optional[str]
    externalId: Optional[str]
    companyId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    archivedAt: Optional[str]
    #: When everything personal was taken out of this record.
    erasedAt: Optional[str]
    #: Grows with each change; also the ETag.
    version: int
    createdAt: str
    updatedAt: str


class ArchiveCustomerAnswerDataAddressesItem(TypedDict):
    label: Optional[str]
    defaultShipping: bool
    defaultBilling: bool
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    address: Dict[str, Optional[str]]


class ArchiveProductAnswer(TypedDict):
    success: Literal[True]
    data: ActivateProductAnswerData


class BeginPasskeyAnswer(TypedDict):
    success: Literal[True]
    data: BeginPasskeyAnswerData


class BeginPasskeyAnswerData(TypedDict):
    ticket: str
    options: Dict[str, Any]


class BeginPasskeyBody(TypedDict):
    password: str


class BeginTotpAnswer(TypedDict):
    success: Literal[True]
    data: BeginTotpAnswerData


class BeginTotpAnswerData(TypedDict):
    id: str
    secret: str
    address: str


class _BeginTotpBodyRequired(TypedDict):
    password: str


class BeginTotpBody(_BeginTotpBodyRequired, total=False):
    name: str


class CancelCatalogImportAnswer(TypedDict):
    success: Literal[True]
    data: CancelCatalogImportAnswerData


class CancelCatalogImportAnswerData(TypedDict):
    id: str
    status: Literal["receiving", "queued", "running", "finished", "failed", "cancelled"]
    format: Literal["csv", "ndjson"]
    dryRun: bool
    errorPolicy: Literal["reject_failed", "reject_all"]
    mapping: Dict[str, str]
    phase: Literal["checking", "writing"]
    bytes: CancelCatalogImportAnswerDataBytes
    existing: Literal["update", "skip", "refuse"]
    currency: Optional[str]
    rows: int
    products: CancelCatalogImportAnswerDataProducts
    #: Variants that were created or changed.
    variants: int
    #: The number of entries in the file of errors.
    errorsKept: int
    warnings: List[str]
    #: Why it failed.
    reason: Optional[str]
    createdAt: str
    startedAt: Optional[str]
    finishedAt: Optional[str]


class CancelCatalogImportAnswerDataBytes(TypedDict):
    received: int
    done: int


class CancelCatalogImportAnswerDataProducts(TypedDict):
    created: int
    updated: int
    unchanged: int
    failed: int


class CancelImportAnswer(TypedDict):
    success: Literal[True]
    data: CancelImportAnswerData


class CancelImportAnswerData(TypedDict):
    id: str
    status: Literal["receiving", "queued", "running", "finished", "failed", "cancelled"]
    format: Literal["csv", "ndjson"]
    dryRun: bool
    errorPolicy: Literal["reject_failed", "reject_all"]
    mapping: Dict[str, str]
    phase: Literal["checking", "writing"]
    bytes: CancelCatalogImportAnswerDataBytes
    createCustomers: bool
    channel: Literal["storefront", "b2b_portal", "admin", "import", "mcp"]
    currency: Optional[str]
    rows: CancelImportAnswerDataRows
    orders: CancelImportAnswerDataOrders
    #: The number of entries in the file of errors.
    errorsKept: int
    warnings: List[str]
    #: Why it failed.
    reason: Optional[str]
    createdAt: str
    startedAt: Optional[str]
    finishedAt: Optional[str]


class CancelImportAnswerDataOrders(TypedDict):
    placed: int
    failed: int


class CancelImportAnswerDataRows(TypedDict):
    #: Known when the import is finished.
    total: Optional[int]
    done: int
    failed: int


class CancelOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class CancelOrderAnswerData(TypedDict):
    id: str
    orderNumber: str
    status: Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]
    paymentStatus: Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]
    customerId: str
    channel: Literal["storefront", "b2b_portal", "admin", "import", "mcp", None]
    propertyId: Optional[str]
    currency: str
    subtotal: float
    shippingTotal: float
    discountTotal: float
    taxTotal: float
    #: subtotal − discountTotal + shippingTotal + taxTotal
    total: float
    paidTotal: float
    refundedTotal: float
    #: Still to be paid. A refund does not bring it back.
    balance: float
    #: The actions that its state allows, named like the paths.
    allowedActions: List[Literal["fulfill", "deliver", "cancel", "refund", "payments"]]
    items: List[CancelOrderAnswerDataItemsItem]
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    shippingAddress: Optional[Dict[str, Optional[str]]]
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    billingAddress: Optional[Dict[str, Optional[str]]]
    customerNote: Optional[str]
    internalNote: Optional[str]
    #: Rises with every change; the ETag, for If-Match.
    version: int
    updatedAt: str
    cancelledAt: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    #: When it was placed.
    createdAt: str


class CancelOrderAnswerDataItemsItem(TypedDict):
    line: int
    sku: str
    name: str
    quantity: int
    unitPrice: float
    #: quantity × unitPrice, rounded once to the currency.
    amount: float
    taxAmount: Optional[float]
    productId: Optional[str]
    variantId: Optional[str]
    description: Optional[str]
    fulfilledQuantity: int
    deliveredQuantity: int


class CancelOrderBody(TypedDict, total=False):
    reason: str
    #: true, which is the default, gives back what was paid; false keeps it for now.
    refund: bool


class CancelStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CancelStorefrontCheckoutAnswerData


class CancelStorefrontCheckoutAnswerData(TypedDict):
    id: str
    cartId: str
    #: The id of its order, also before there is one.
    orderId: str
    orderNumber: Optional[str]
    state: Literal["open", "paying", "completed", "expired", "cancelled"]
    currency: str
    contact: CancelStorefrontCheckoutAnswerDataContact
    shippingAddress: Optional[CancelStorefrontCheckoutAnswerDataShippingAddress]
    billingAddress: Optional[CancelStorefrontCheckoutAnswerDataShippingAddress]
    shippingOption: Optional[CancelStorefrontCheckoutAnswerDataShippingOption]
    #: The shipping options for this address.
    options: List[CancelStorefrontCheckoutAnswerDataShippingOption]
    #: The chosen method as the settings have it now, else the first one.
    payment: CancelStorefrontCheckoutAnswerDataPayment
    paymentMethods: List[CancelStorefrontCheckoutAnswerDataPaymentMethodsItem]
    lines: List[CancelStorefrontCheckoutAnswerDataLinesItem]
    discountCodes: List[AddStorefrontCartCodeAnswerDataDiscountCodesItem]
    #: Null after a checkout ended without an order.
    totals: Optional[CancelStorefrontCheckoutAnswerDataTotals]
    #: What would stop its completion.
    problems: List[AddStorefrontCartCodeAnswerDataProblemsItem]
    #: Until then its stock is held.
    expiresAt: str
    version: int
    createdAt: str
    updatedAt: str
    #: When its amounts were fixed.
    frozenAt: Optional[str]
    completedAt: Optional[str]
    #: When it expired or was cancelled.
    endedAt: Optional[str]


class CancelStorefrontCheckoutAnswerDataContact(TypedDict):
    email: Optional[str]
    phone: Optional[str]


class CancelStorefrontCheckoutAnswerDataLinesItem(TypedDict):
    key: str
    variantId: str
    sku: str
    name: str
    quantity: int
    unitPrice: float
    amount: float
    discount: float
    tax: float


class CancelStorefrontCheckoutAnswerDataPayment(TypedDict):
    methodId: Optional[str]
    name: Optional[str]
    #: For the page after the order too.
    instructions: Optional[str]


class CancelStorefrontCheckoutAnswerDataPaymentMethodsItem(TypedDict):
    id: str
    name: str
    instructions: Optional[str]


class _CancelStorefrontCheckoutAnswerDataShippingAddressRequired(TypedDict):
    line1: str
    city: str
    #: Two capital letters, ISO 3166-1.
    country: str


class CancelStorefrontCheckoutAnswerDataShippingAddress(_CancelStorefrontCheckoutAnswerDataShippingAddressRequired, total=False):
    name: Optional[str]
    company: Optional[str]
    line2: Optional[str]
    #: State or province; chooses the tax rate.
    region: Optional[str]
    postalCode: Optional[str]
    phone: Optional[str]


class CancelStorefrontCheckoutAnswerDataShippingOption(TypedDict):
    id: str
    name: str
    amount: float


class CancelStorefrontCheckoutAnswerDataTotals(TypedDict):
    subtotal: float
    discount: float
    shipping: float
    tax: float
    #: The other amounts contain the tax.
    taxIncluded: bool
    total: float


class ChangeInventorySettingsAnswer(TypedDict):
    success: Literal[True]
    data: ChangeInventorySettingsAnswerData


class ChangeInventorySettingsAnswerData(TypedDict):
    #: true: orders of the channel import reserve stock as others do. They are history otherwise.
    importsTakeStock: bool
    version: int


class ChangeInventorySettingsBody(TypedDict, total=False):
    importsTakeStock: bool


class ChangePasswordAnswer(TypedDict):
    success: Literal[True]
    data: ChangePasswordAnswerData


class ChangePasswordAnswerData(TypedDict):
    changed: Literal[True]


class ChangePasswordBody(TypedDict):
    currentPassword: str
    newPassword: str


class ChangePricesInBulkAnswer(TypedDict):
    success: Literal[True]
    data: ChangePricesInBulkAnswerData


class ChangePricesInBulkAnswerData(TypedDict):
    changed: int
    unchanged: int
    failed: List[ChangePricesInBulkAnswerDataFailedItem]


class ChangePricesInBulkAnswerDataFailedItem(TypedDict):
    id: str
    code: str
    message: str


class _ChangePricesInBulkBodyRequired(TypedDict):
    variantIds: List[str]
    #: ISO 4217.
    currency: str


class ChangePricesInBulkBody(_ChangePricesInBulkBodyRequired, total=False):
    #: -10: ten percent less. Rounded half up to the decimals of the currency.
    percent: float
    #: Added to each price.
    amount: float
    #: The new price of all of them.
    set: float


class ChangeProductsInBulkAnswer(TypedDict):
    success: Literal[True]
    data: ChangePricesInBulkAnswerData


class _ChangeProductsInBulkBodyRequired(TypedDict):
    ids: List[str]


class ChangeProductsInBulkBody(_ChangeProductsInBulkBodyRequired, total=False):
    status: Literal["active", "archived"]
    addTags: List[str]
    removeTags: List[str]


class ClaimStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: ClaimStorefrontCartAnswerData


class ClaimStorefrontCartAnswerData(TypedDict):
    id: str
    propertyId: Optional[str]
    currency: str
    locale: Optional[str]
    customerId: Optional[str]
    email: Optional[str]
    lines: List[AddStorefrontCartCodeAnswerDataLinesItem]
    discountCodes: List[AddStorefrontCartCodeAnswerDataDiscountCodesItem]
    note: Optional[str]
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]
    totals: AddStorefrontCartCodeAnswerDataTotals
    #: What would stop a checkout.
    problems: List[AddStorefrontCartCodeAnswerDataProblemsItem]
    state: Literal["active", "abandoned", "completed"]
    version: int
    abandonedAt: Optional[str]
    createdAt: str
    updatedAt: str
    #: The bearer of all other calls about this cart.
    token: str


class CompareEntryRevisionsAnswer(TypedDict):
    success: Literal[True]
    data: CompareEntryRevisionsAnswerData


CompareEntryRevisionsAnswerData = TypedDict(
    "CompareEntryRevisionsAnswerData",
    {
        "from": "int",
        "to": "int",
        "changes": "List[CompareEntryRevisionsAnswerDataChangesItem]",
    },
)


class CompareEntryRevisionsAnswerDataChangesItem(TypedDict):
    path: str
    before: Any
    after: Any


class CompleteCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CompleteCheckoutAnswerData


class CompleteCheckoutAnswerData(TypedDict):
    id: str
    cartId: str
    state: Literal["open", "paying", "completed", "expired", "cancelled"]
    order: CompleteCheckoutAnswerDataOrder


class CompleteCheckoutAnswerDataOrder(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    currency: str
    subtotal: float
    discountTotal: float
    shippingTotal: float
    taxTotal: float
    total: float
    items: List[CompleteCheckoutAnswerDataOrderItemsItem]
    shippingAddress: Optional[Dict[str, Optional[str]]]
    billingAddress: Optional[Dict[str, Optional[str]]]
    customerNote: Optional[str]
    createdAt: str


class CompleteCheckoutAnswerDataOrderItemsItem(TypedDict):
    sku: str
    name: str
    quantity: int
    unitPrice: float
    amount: float


class CompleteCheckoutBody(TypedDict, total=False):
    expectedTotal: float


class CompleteStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CompleteCheckoutAnswerData


class CompleteStorefrontCheckoutBody(TypedDict):
    #: The total that the shopper has seen: 409 checkout_changed if it is another one.
    expectedTotal: float


class ConfirmPasskeyAnswer(TypedDict):
    success: Literal[True]
    data: ConfirmPasskeyAnswerData


class ConfirmPasskeyAnswerData(TypedDict):
    #: Shown once, with the first factor; each opens once.
    recoveryCodes: Optional[List[str]]


class ConfirmPasskeyBody(TypedDict):
    ticket: str
    name: str
    response: Dict[str, Any]


class ConfirmTotpAnswer(TypedDict):
    success: Literal[True]
    data: ConfirmPasskeyAnswerData


class CountOrdersAnswer(TypedDict):
    success: Literal[True]
    data: CountOrdersAnswerData


class CountOrdersAnswerData(TypedDict):
    count: int
    #: False: more orders match than were counted.
    isExact: bool


class CountProductsAnswer(TypedDict):
    success: Literal[True]
    data: CountOrdersAnswerData


class CreateAdjustmentAnswer(TypedDict):
    success: Literal[True]
    data: CreateAdjustmentAnswerData


class CreateAdjustmentAnswerData(TypedDict):
    movements: List[CreateAdjustmentAnswerDataMovementsItem]


class CreateAdjustmentAnswerDataMovementsItem(TypedDict):
    id: str
    sku: str
    locationId: str
    #: The number of the movement in the ledger of its SKU and location.
    seq: int
    kind: Literal["received", "adjusted", "counted", "moved", "shipped", "returned"]
    change: int
    before: int
    after: int
    reason: Optional[str]
    orderId: Optional[str]
    returnId: Optional[str]
    by: CreateAdjustmentAnswerDataMovementsItemBy
    at: str


class CreateAdjustmentAnswerDataMovementsItemBy(TypedDict):
    type: str
    id: Optional[str]
    name: str


class _CreateAdjustmentBodyRequired(TypedDict):
    reason: str
    lines: List[CreateAdjustmentBodyLinesItem]


class CreateAdjustmentBody(_CreateAdjustmentBodyRequired, total=False):
    #: The kind of the lines with a change.
    kind: Literal["received", "adjusted"]


class _CreateAdjustmentBodyLinesItemRequired(TypedDict):
    #: Stock-keeping unit, as order lines name it.
    sku: str
    locationId: str


class CreateAdjustmentBodyLinesItem(_CreateAdjustmentBodyLinesItemRequired, total=False):
    #: Units that came (positive) or went (negative). Not together with count.
    change: int
    #: Units that were counted.
    count: int
    #: onHand as it was read before the count: 409 if it has changed since.
    seen: int


class CreateApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: CreateApiKeyAnswerData


class CreateApiKeyAnswerData(TypedDict):
    id: str
    #: The public part of the key.
    keyId: str
    label: str
    scopes: List[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]]
    expiresAt: Optional[str]
    createdAt: str
    createdBy: str
    revokedAt: Optional[str]
    lastUsedAt: Optional[str]
    version: int
    #: The id of the key that this one replaces.
    replaces: Optional[str]
    #: The id of the key that replaces this one, which then ends at expiresAt or is revoked.
    replacedBy: Optional[str]
    #: The whole key. Shown exactly once; null in a replay.
    key: Optional[str]


class _CreateApiKeyBodyRequired(TypedDict):
    label: str
    scopes: List[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]]


class CreateApiKeyBody(_CreateApiKeyBodyRequired, total=False):
    expiresAt: Optional[str]


class CreateCatalogImportAnswer(TypedDict):
    success: Literal[True]
    data: CancelCatalogImportAnswerData


class CreateCategoryAnswer(TypedDict):
    success: Literal[True]
    data: CreateCategoryAnswerData


class CreateCategoryAnswerData(TypedDict):
    id: str
    name: str
    handle: str
    parentId: Optional[str]
    #: The ids from the root to the category itself.
    path: List[str]
    position: int
    #: By language tag.
    translations: Dict[str, CreateCategoryBodyTranslationsValue]
    version: int
    createdAt: str
    updatedAt: str


class _CreateCategoryBodyRequired(TypedDict):
    name: str


class CreateCategoryBody(_CreateCategoryBodyRequired, total=False):
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    #: The category above it; null: none.
    parentId: Optional[str]
    #: Among those of one parent.
    position: int
    #: By language tag.
    translations: Dict[str, CreateCategoryBodyTranslationsValue]


class CreateCategoryBodyTranslationsValue(TypedDict, total=False):
    name: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str


class CreateCustomerAnswer(TypedDict):
    success: Literal[True]
    data: ArchiveCustomerAnswerData


class _CreateCustomerBodyRequired(TypedDict):
    name: str


class CreateCustomerBody(_CreateCustomerBodyRequired, total=False):
    #: Fixed at creation.
    type: Literal["person", "company"]
    #: The first is the primary one.
    emails: List[str]
    #: The first is the primary one.
    phones: List[str]
    #: At most one default of each kind.
    addresses: List[CreateCustomerBodyAddressesItem]
    #: A set.
    tags: List[str]
    email: str
    #: International, for example +44 20 7946 0958.
    phone: str
    notes: str
    #: The reference of another system; one customer of a tenant has it.
    externalId: str
    #: The company a person works for.
    companyId: str
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class _CreateCustomerBodyAddressesItemRequired(TypedDict):
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    address: Dict[str, Optional[str]]


class CreateCustomerBodyAddressesItem(_CreateCustomerBodyAddressesItemRequired, total=False):
    #: Home, warehouse, …
    label: Optional[str]
    defaultShipping: bool
    defaultBilling: bool


class CreateDiscountAnswer(TypedDict):
    success: Literal[True]
    data: CreateDiscountAnswerData


class CreateDiscountAnswerData(TypedDict):
    id: str
    #: Upper and lower case are the same.
    code: str
    kind: Literal["percent", "amount", "free_shipping"]
    #: Percent, or currency units; not for free_shipping.
    value: float
    #: An amount needs one; null: any.
    currency: Optional[str]
    #: The code applies from this subtotal on. It needs a currency.
    minSubtotal: Optional[float]
    #: With categoryIds: the lines it covers. Both empty: all.
    productIds: List[str]
    categoryIds: List[str]
    startsAt: Optional[str]
    endsAt: Optional[str]
    #: In all; null: any number.
    maxUses: Optional[int]
    #: By one customer; null: any number.
    maxUsesPerCustomer: Optional[int]
    active: bool
    #: Without a limit, it is counted some seconds later.
    used: int
    version: int
    createdAt: str
    updatedAt: str


class _CreateDiscountBodyRequired(TypedDict):
    #: Upper and lower case are the same.
    code: str
    kind: Literal["percent", "amount", "free_shipping"]


class CreateDiscountBody(_CreateDiscountBodyRequired, total=False):
    #: Percent, or currency units; not for free_shipping.
    value: float
    #: An amount needs one; null: any.
    currency: Optional[str]
    #: The code applies from this subtotal on. It needs a currency.
    minSubtotal: Optional[float]
    #: With categoryIds: the lines it covers. Both empty: all.
    productIds: List[str]
    categoryIds: List[str]
    startsAt: Optional[str]
    endsAt: Optional[str]
    #: In all; null: any number.
    maxUses: Optional[int]
    #: By one customer; null: any number.
    maxUsesPerCustomer: Optional[int]
    active: bool


class CreateEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class CreateEntryAnswerData(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    propertyId: Optional[str]
    #: changed: live, and the draft has been saved since; readers see what was published.
    status: Literal["draft", "published", "changed", "deleted"]
    #: The number of the latest revision of the draft.
    version: int
    publishedVersion: Optional[int]
    #: The draft. A localised field is an object with a value per locale.
    fields: Dict[str, Any]
    schedule: CreateEntryAnswerDataSchedule
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]
    firstPublishedAt: Optional[str]
    deletedAt: Optional[str]
    restorableUntil: Optional[str]


class CreateEntryAnswerDataSchedule(TypedDict):
    publishAt: Optional[str]
    unpublishAt: Optional[str]
    #: Why what was scheduled did not happen at its time.
    failure: Optional[CreateEntryAnswerDataScheduleFailure]


class CreateEntryAnswerDataScheduleFailure(TypedDict):
    action: Literal["publish", "unpublish"]
    at: str
    failedAt: str
    message: str
    problems: List[CreateEntryAnswerDataScheduleFailureProblemsItem]


class CreateEntryAnswerDataScheduleFailureProblemsItem(TypedDict):
    path: str
    code: str
    message: str


class _CreateEntryBodyRequired(TypedDict):
    #: The name of a content type.
    type: str
    #: By the names of the type. null takes a value away; of a localised field, only the locales named change.
    fields: Dict[str, Any]


class CreateEntryBody(_CreateEntryBodyRequired, total=False):
    #: The site (property) it is for; null: for all.
    propertyId: Optional[str]


class CreateImportAnswer(TypedDict):
    success: Literal[True]
    data: CancelImportAnswerData


class CreateItemAnswer(TypedDict):
    success: Literal[True]
    data: CreateItemAnswerData


class CreateItemAnswerData(TypedDict):
    sku: str
    #: The product that has this SKU, for callers that may read the catalog.
    product: Optional[CreateItemAnswerDataProduct]
    #: false: orders of this SKU reserve nothing.
    tracked: bool
    #: Units that may be reserved beyond the stock: 0 none, null without limit.
    backorderLimit: Optional[int]
    #: inventory.low is published when the stock falls to this number or below; null: never.
    lowAt: Optional[int]
    #: Units that are there.
    onHand: int
    #: Units that open orders and checkouts hold.
    reserved: int
    #: onHand − reserved.
    available: int
    #: Units that are reserved and neither there nor on backorder.
    short: int
    #: By location, in the order in which stock is taken.
    levels: List[CreateItemAnswerDataLevelsItem]
    version: int
    createdAt: str
    updatedAt: str


class CreateItemAnswerDataLevelsItem(TypedDict):
    sku: str
    locationId: str
    #: Units that are there.
    onHand: int
    #: Units that open orders and checkouts hold.
    reserved: int
    #: onHand − reserved.
    available: int
    #: Units that are reserved and neither there nor on backorder.
    short: int


class CreateItemAnswerDataProduct(TypedDict):
    id: str
    title: str
    variantId: str
    optionValues: List[str]


class _CreateItemBodyRequired(TypedDict):
    #: Stock-keeping unit, as order lines name it. Without control characters, and without blanks at its ends.
    sku: str


class CreateItemBody(_CreateItemBodyRequired, total=False):
    #: false: orders of this SKU reserve nothing.
    tracked: bool
    #: Units that may be reserved beyond the stock: 0 none, null without limit.
    backorderLimit: Optional[int]
    #: inventory.low is published when the stock falls to this number or below; null: never.
    lowAt: Optional[int]


class CreateLocationAnswer(TypedDict):
    success: Literal[True]
    data: CreateLocationAnswerData


class CreateLocationAnswerData(TypedDict):
    id: str
    name: str
    code: str
    #: Texts only, for example line1, city and country.
    address: Optional[Dict[str, Optional[str]]]
    priority: int
    active: bool
    propertyIds: List[str]
    version: int
    createdAt: str
    updatedAt: str


class _CreateLocationBodyRequired(TypedDict):
    name: str
    #: A short name, unique in the tenant.
    code: str


class CreateLocationBody(_CreateLocationBodyRequired, total=False):
    #: Texts only, for example line1, city and country.
    address: Optional[Dict[str, Optional[str]]]
    #: Stock is taken from the location with the smallest priority first. 0 if none is given.
    priority: int
    #: Stock is taken from active locations only.
    active: bool
    #: The sites that the location serves; none: all.
    propertyIds: List[str]


class CreateOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class _CreateOrderBodyRequired(TypedDict):
    #: A customer of this tenant.
    customerId: str
    items: List[CreateOrderBodyItemsItem]


class CreateOrderBody(_CreateOrderBodyRequired, total=False):
    #: ISO 4217, upper case.
    currency: str
    channel: Literal["storefront", "b2b_portal", "admin", "import", "mcp"]
    #: The site (property) the order was placed on.
    propertyId: str
    shippingTotal: float
    #: Order-level discount.
    discountTotal: float
    #: Overrides the sum of the per-line tax amounts.
    taxTotal: float
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    shippingAddress: Dict[str, Optional[str]]
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    billingAddress: Dict[str, Optional[str]]
    customerNote: str
    internalNote: str
    orderNumber: str
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class _CreateOrderBodyItemsItemRequired(TypedDict):
    sku: str
    name: str


class CreateOrderBodyItemsItem(_CreateOrderBodyItemsItemRequired, total=False):
    quantity: int
    #: Currency units, up to 6 decimals.
    unitPrice: float
    #: Tax on this line, in currency units.
    taxAmount: float
    productId: str
    variantId: str
    description: str


class CreateOrderCommentAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class CreateOrderCommentBody(TypedDict):
    #: Plain text. The staff sees it in the timeline, the customer does not.
    text: str


class CreateOrderPaymentAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class _CreateOrderPaymentBodyRequired(TypedDict):
    #: In currency units, with no more decimals than the currency has.
    amount: float
    outcome: Literal["succeeded", "failed"]


class CreateOrderPaymentBody(_CreateOrderPaymentBodyRequired, total=False):
    #: For example card or transfer.
    method: str
    #: The name of the payment at the payment provider.
    reference: str


class CreateOrdersInBulkAnswer(TypedDict):
    success: Literal[True]
    data: CreateOrdersInBulkAnswerData


class CreateOrdersInBulkAnswerData(TypedDict):
    created: int
    failed: int
    results: List[CreateOrdersInBulkAnswerDataResultsItem]


class _CreateOrdersInBulkAnswerDataResultsItemRequired(TypedDict):
    #: The place in orders, from 0.
    index: int
    status: Literal["created", "failed"]


class CreateOrdersInBulkAnswerDataResultsItem(_CreateOrdersInBulkAnswerDataResultsItemRequired, total=False):
    order: CreateOrdersInBulkAnswerDataResultsItemOrder
    error: CreateOrdersInBulkAnswerDataResultsItemError


class CreateOrdersInBulkAnswerDataResultsItemError(TypedDict):
    code: str
    message: str
    details: List[CreateEntryAnswerDataScheduleFailureProblemsItem]


class CreateOrdersInBulkAnswerDataResultsItemOrder(TypedDict):
    id: str
    orderNumber: str
    total: float


class _CreateOrdersInBulkBodyRequired(TypedDict):
    #: At most 20000 line items altogether, and 3 MiB.
    orders: List[CreateOrdersInBulkBodyOrdersItem]


class CreateOrdersInBulkBody(_CreateOrdersInBulkBodyRequired, total=False):
    #: reject_all: one bad order, and nothing is written (422). reject_failed: the good ones are written.
    errorPolicy: Literal["reject_all", "reject_failed"]


class _CreateOrdersInBulkBodyOrdersItemRequired(TypedDict):
    #: A customer of this tenant.
    customerId: str
    items: List[CreateOrderBodyItemsItem]


class CreateOrdersInBulkBodyOrdersItem(_CreateOrdersInBulkBodyOrdersItemRequired, total=False):
    #: ISO 4217, upper case.
    currency: str
    channel: Literal["storefront", "b2b_portal", "admin", "import", "mcp"]
    #: The site (property) the order was placed on.
    propertyId: str
    shippingTotal: float
    #: Order-level discount.
    discountTotal: float
    #: Overrides the sum of the per-line tax amounts.
    taxTotal: float
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    shippingAddress: Dict[str, Optional[str]]
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    billingAddress: Dict[str, Optional[str]]
    customerNote: str
    internalNote: str
    orderNumber: str
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    #: When it was placed, if not now: lists and metrics go by it. Never in the future.
    placedAt: str


class CreatePreviewTokenAnswer(TypedDict):
    success: Literal[True]
    data: CreatePreviewTokenAnswerData


class CreatePreviewTokenAnswerData(TypedDict):
    #: Shown once; null when the answer is replayed.
    token: Optional[str]
    expiresAt: str


class CreatePreviewTokenBody(TypedDict, total=False):
    #: The minutes for which it is valid: 15.
    minutes: int


class CreatePriceListAnswer(TypedDict):
    success: Literal[True]
    data: CreatePriceListAnswerData


class CreatePriceListAnswerData(TypedDict):
    id: str
    name: str
    #: Null: at once.
    startsAt: Optional[str]
    #: Null: for ever.
    endsAt: Optional[str]
    #: Of the lists that fit a line, the highest one counts; of equal ones, the oldest.
    priority: int
    #: For customers with one of these tags; empty: for all.
    customerTags: List[str]
    #: On these sites; empty: on all.
    propertyIds: List[str]
    status: Literal["active", "archived"]
    currency: str
    version: int
    createdAt: str
    updatedAt: str


class _CreatePriceListBodyRequired(TypedDict):
    name: str
    #: ISO 4217.
    currency: str


class CreatePriceListBody(_CreatePriceListBodyRequired, total=False):
    #: Null: at once.
    startsAt: Optional[str]
    #: Null: for ever.
    endsAt: Optional[str]
    #: Of the lists that fit a line, the highest one counts; of equal ones, the oldest.
    priority: int
    #: For customers with one of these tags; empty: for all.
    customerTags: List[str]
    #: On these sites; empty: on all.
    propertyIds: List[str]
    status: Literal["active", "archived"]


class CreateProductAnswer(TypedDict):
    success: Literal[True]
    data: ActivateProductAnswerData


class _CreateProductBodyRequired(TypedDict):
    title: str


class CreateProductBody(_CreateProductBodyRequired, total=False):
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    description: Optional[str]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    options: List[CreateProductBodyOptionsItem]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    taxCode: Optional[str]
    seo: Optional[CreateProductBodySeo]
    #: By language tag.
    translations: Dict[str, ActivateProductAnswerDataTranslationsValue]
    #: An entry that tells more about it.
    contentEntryId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    status: Literal["draft", "active"]
    variants: List[CreateProductBodyVariantsItem]


class CreateProductBodyOptionsItem(TypedDict):
    name: str
    values: List[str]


class CreateProductBodySeo(TypedDict, total=False):
    title: Optional[str]
    description: Optional[str]


class _CreateProductBodyVariantsItemRequired(TypedDict):
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str


class CreateProductBodyVariantsItem(_CreateProductBodyVariantsItemRequired, total=False):
    #: The variant to change; without it, the one with this SKU, or a new one.
    id: str
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    #: One per currency.
    prices: List[CreateProductBodyVariantsItemPricesItem]
    weightGrams: Optional[int]
    dimensions: Optional[CreateProductBodyVariantsItemDimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class CreateProductBodyVariantsItemDimensions(TypedDict):
    lengthMm: int
    widthMm: int
    heightMm: int


class _CreateProductBodyVariantsItemPricesItemRequired(TypedDict):
    #: ISO 4217.
    currency: str
    #: In currency units, with at most 6 decimals.
    amount: float


class CreateProductBodyVariantsItemPricesItem(_CreateProductBodyVariantsItemPricesItemRequired, total=False):
    #: The former price, shown beside it.
    compareAt: Optional[float]


class CreatePropertyAnswer(TypedDict):
    success: Literal[True]
    data: CreatePropertyAnswerData


class CreatePropertyAnswerData(TypedDict):
    #: The id that propertyId of orders, redirects and content refers to.
    id: str
    name: str
    domains: List[str]
    locales: List[str]
    #: Records without a propertyId belong to the default property.
    isDefault: bool
    version: int
    createdAt: str
    updatedAt: str


class _CreatePropertyBodyRequired(TypedDict):
    name: str


class CreatePropertyBody(_CreatePropertyBodyRequired, total=False):
    #: Host names, the main one first. Visitors are served by one once it is proved: see its domains.
    domains: List[str]
    #: Language tags, the one to fall back on first.
    locales: List[str]
    #: Records without a propertyId belong to the default property.
    isDefault: bool


class CreateRecoveryLinkAnswer(TypedDict):
    success: Literal[True]
    data: CreateRecoveryLinkAnswerData


class CreateRecoveryLinkAnswerData(TypedDict):
    #: Shown once; null when the answer is replayed.
    token: Optional[str]
    #: The page of the shop with the token; null without `recoveryUrl` in the settings.
    url: Optional[str]
    expiresAt: str


class CreateRedirectAnswer(TypedDict):
    success: Literal[True]
    data: CreateRedirectAnswerData


CreateRedirectAnswerData = TypedDict(
    "CreateRedirectAnswerData",
    {
        "id": "str",
        "propertyId": "str",
        "from": "str",
        "to": "str",
        "statusCode": "Literal[301, 302, 307, 308]",
        "match": "Literal['exact', 'prefix']",
        "query": "Literal['keep', 'drop']",
        "activeFrom": "Optional[str]",
        "activeUntil": "Optional[str]",
        "notes": "Optional[str]",
        "chain": "List[str]",
        "hits": "int",
        "lastHitAt": "Optional[str]",
        "version": "int",
        "createdAt": "str",
        "updatedAt": "str",
    },
)


_CreateRedirectBodyRequired = TypedDict(
    "_CreateRedirectBodyRequired",
    {
        "from": "str",
        "to": "str",
    },
)
_CreateRedirectBodyOptional = TypedDict(
    "_CreateRedirectBodyOptional",
    {
        "propertyId": "str",
        "statusCode": "Literal[301, 302, 307, 308]",
        "match": "Literal['exact', 'prefix']",
        "query": "Literal['keep', 'drop']",
        "activeFrom": "Optional[str]",
        "activeUntil": "Optional[str]",
        "notes": "Optional[str]",
    },
    total=False,
)


class CreateRedirectBody(_CreateRedirectBodyRequired, _CreateRedirectBodyOptional):
    pass


class CreateShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateShippingOptionAnswerData


class CreateShippingOptionAnswerData(TypedDict):
    id: str
    name: str
    #: ISO 4217, upper case.
    currency: str
    #: Empty: every country.
    countries: List[str]
    #: Of tiers: currency units, or grams.
    basis: Literal["subtotal", "weight"]
    #: The highest one that is reached counts. Below the first, the option is not offered.
    tiers: List[CreateShippingOptionAnswerDataTiersItem]
    position: int
    active: bool
    version: int
    createdAt: str
    updatedAt: str


CreateShippingOptionAnswerDataTiersItem = TypedDict(
    "CreateShippingOptionAnswerDataTiersItem",
    {
        "from": "float",
        "amount": "float",
    },
)


class _CreateShippingOptionBodyRequired(TypedDict):
    name: str
    #: ISO 4217, upper case.
    currency: str
    #: The highest one that is reached counts. Below the first, the option is not offered.
    tiers: List[CreateShippingOptionBodyTiersItem]


class CreateShippingOptionBody(_CreateShippingOptionBodyRequired, total=False):
    #: Empty: every country.
    countries: List[str]
    #: Of tiers: currency units, or grams.
    basis: Literal["subtotal", "weight"]
    position: int
    active: bool


CreateShippingOptionBodyTiersItem = TypedDict(
    "CreateShippingOptionBodyTiersItem",
    {
        "from": "float",
        "amount": "float",
    },
)


class CreateStaffAnswer(TypedDict):
    success: Literal[True]
    data: CreateStaffAnswerData


class CreateStaffAnswerData(TypedDict):
    id: str
    #: As this tenant wrote it.
    email: str
    name: str
    role: Literal["viewer", "editor", "admin", "owner"]
    status: Literal["invited", "joined"]
    createdAt: str
    #: The time at which the invitation link expires; null when the member needs a new link.
    invitationExpiresAt: Optional[str]
    #: Shown once, valid for seven days. The person who opens it sets a password, or accepts with an existing account.
    invitationLink: Optional[str]


class _CreateStaffBodyRequired(TypedDict):
    email: str
    role: Literal["viewer", "editor", "admin", "owner"]


class CreateStaffBody(_CreateStaffBodyRequired, total=False):
    name: str


class CreateStaffInvitationAnswer(TypedDict):
    success: Literal[True]
    data: CreateStaffAnswerData


class CreateStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: ClaimStorefrontCartAnswerData


class _CreateStorefrontCartBodyRequired(TypedDict):
    lines: List[AddStorefrontCartLinesBodyLinesItem]


class CreateStorefrontCartBody(_CreateStorefrontCartBodyRequired, total=False):
    #: ISO 4217, upper case.
    currency: str
    locale: str
    email: str


class CreateStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: CreateStorefrontKeyAnswerData


class CreateStorefrontKeyAnswerData(TypedDict):
    id: str
    #: The whole key, pk_live_…. It has no secret, and may be in a page.
    key: str
    label: str
    #: The site whose shop it opens.
    propertyId: str
    createdAt: str
    createdBy: str
    revokedAt: Optional[str]
    lastUsedAt: Optional[str]
    version: int


class CreateStorefrontKeyBody(TypedDict):
    label: str
    propertyId: str


class CreateStorefrontSessionAnswer(TypedDict):
    success: Literal[True]
    data: CreateStorefrontSessionAnswerData


class CreateStorefrontSessionAnswerData(TypedDict):
    #: The bearer of this customer at this site, for 60 minutes.
    token: str
    expiresAt: str
    customerId: str
    propertyId: str


class CreateStorefrontSessionBody(TypedDict):
    customerId: str


class CreateTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: CreateTaxRateAnswerData


class CreateTaxRateAnswerData(TypedDict):
    id: str
    name: str
    country: str
    region: Optional[str]
    taxCode: Optional[str]
    percent: float
    version: int
    createdAt: str
    updatedAt: str


class _CreateTaxRateBodyRequired(TypedDict):
    name: str
    #: Two capital letters, ISO 3166-1.
    country: str
    #: Up to 4 decimals.
    percent: float


class CreateTaxRateBody(_CreateTaxRateBodyRequired, total=False):
    #: As in the address; null: every region.
    region: Optional[str]
    #: Of products and variants; null: all without a rate of their own.
    taxCode: Optional[str]


class CreateTransferAnswer(TypedDict):
    success: Literal[True]
    data: CreateAdjustmentAnswerData


_CreateTransferBodyRequired = TypedDict(
    "_CreateTransferBodyRequired",
    {
        "from": "str",
        "to": "str",
        "lines": "List[CreateTransferBodyLinesItem]",
    },
)
_CreateTransferBodyOptional = TypedDict(
    "_CreateTransferBodyOptional",
    {
        "reason": "str",
    },
    total=False,
)


class CreateTransferBody(_CreateTransferBodyRequired, _CreateTransferBodyOptional):
    pass


class CreateTransferBodyLinesItem(TypedDict):
    #: Stock-keeping unit, as order lines name it.
    sku: str
    quantity: int


class CreateVariantAnswer(TypedDict):
    success: Literal[True]
    data: CreateVariantAnswerData


class CreateVariantAnswerData(TypedDict):
    id: str
    productId: str
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    prices: List[CreateVariantAnswerDataPricesItem]
    weightGrams: Optional[int]
    dimensions: Optional[CreateVariantAnswerDataDimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    position: int
    version: int
    createdAt: str
    updatedAt: str


class CreateVariantAnswerDataDimensions(TypedDict):
    lengthMm: int
    widthMm: int
    heightMm: int


class CreateVariantAnswerDataPricesItem(TypedDict):
    currency: str
    amount: float
    compareAt: Optional[float]


class _CreateVariantBodyRequired(TypedDict):
    productId: str
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str


class CreateVariantBody(_CreateVariantBodyRequired, total=False):
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    #: One per currency.
    prices: List[CreateProductBodyVariantsItemPricesItem]
    weightGrams: Optional[int]
    dimensions: Optional[CreateProductBodyVariantsItemDimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class CreateViewAnswer(TypedDict):
    success: Literal[True]
    data: CreateViewAnswerData


class CreateViewAnswerData(TypedDict):
    id: str
    list: str
    name: str
    query: Dict[str, str]
    #: The shown columns in their order; null: as the list comes.
    columns: Optional[List[str]]
    #: The list opens with this view. A list has one at most.
    isDefault: bool
    place: int
    version: int
    createdAt: str
    updatedAt: str


class _CreateViewBodyRequired(TypedDict):
    #: The list that the view is of, for example orders.
    list: str
    #: Unique in its list.
    name: str
    #: The parameters of the list. Several values of one are separated by commas.
    query: Dict[str, str]


class CreateViewBody(_CreateViewBodyRequired, total=False):
    #: The shown columns in their order; null: as the list comes.
    columns: Optional[List[str]]
    #: The list opens with this view. A list has one at most.
    isDefault: bool
    #: Views with a smaller place come first.
    place: int


class CreateWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateWebhookSubscriptionAnswerData


class CreateWebhookSubscriptionAnswerData(TypedDict):
    id: str
    name: str
    url: str
    events: List[str]
    #: Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null.
    filter: Optional[Dict[str, List[Optional[Union[str, float, bool]]]]]
    #: The names of your own headers; their values are not shown.
    headerNames: List[str]
    active: bool
    #: Every attempt since this time has failed, at least five in a row.
    failingSince: Optional[str]
    #: When it was paused because it had failed for days; its deliveries are held until it is resumed.
    disabledAt: Optional[str]
    rateLimit: Optional[int]
    #: In full only in the answer to its creation or rotation, then its first 8 characters.
    signingSecret: str
    #: After a rotation: until when the secret before signs as well.
    previousSecretUntil: Optional[str]
    #: After several rotations: until when the secrets before that one sign as well.
    olderSecretsUntil: List[str]
    ordered: bool
    coalesceSeconds: Optional[int]
    #: Verifies the ed25519 signature: whpk_ and 32 bytes as base64.
    publicKey: Optional[str]
    createdAt: str
    updatedAt: str


class _CreateWebhookSubscriptionBodyRequired(TypedDict):
    name: str
    #: An https address that is reachable from the internet.
    url: str
    #: Event types. A * as the last part stands for all types that begin so, also future ones: content.*, or * alone.
    events: List[str]


class CreateWebhookSubscriptionBody(_CreateWebhookSubscriptionBodyRequired, total=False):
    #: Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null.
    filter: Optional[Dict[str, List[Optional[Union[str, float, bool]]]]]
    #: true adds an ed25519 signature (v1a of Standard Webhooks), which publicKey verifies: for receivers that must not know a secret.
    asymmetric: bool
    #: true: of one object (the id in data), a delivery waits until the one before it is delivered or has failed for good. One that fails holds up the others of its object for up to 7.5 hours.
    ordered: bool
    #: Gathers the events of so many seconds, and delivers them as one of type webhook.batch, whose data has the list; null delivers each by itself.
    coalesceSeconds: Optional[int]
    #: Deliveries a second at most; null for no limit.
    rateLimit: Optional[int]
    #: Headers of your own for every delivery, for example { "Authorization": "Bearer …" }. The values are stored encrypted and never shown again.
    headers: Dict[str, str]
    #: A secret that the receiver has already: whsec_ and the base64 of 24 to 64 bytes. Without it, one is made.
    signingSecret: str


class DeactivateModuleAnswer(TypedDict):
    success: Literal[True]
    data: ActivateModuleAnswerData


class DeleteApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteApiKeyAnswerData(TypedDict):
    id: str
    deleted: Literal[True]


class DeleteAssetAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteAuthSessionAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteCategoryAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteContentTypeAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteDiscountAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteEntryAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteLocationAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeletePriceListAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteProductAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeletePropertyAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteRedirectAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteStaffAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteVariantAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteViewAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeleteWebhookReplayAnswer(TypedDict):
    success: Literal[True]
    data: DeleteWebhookReplayAnswerData


class DeleteWebhookReplayAnswerData(TypedDict):
    id: str
    subscriptionId: str
    since: str
    until: str
    events: List[str]
    status: Literal["any", "delivered", "failed", "cancelled"]
    state: Literal["running", "done", "cancelled"]
    #: Events found so far.
    matched: int
    #: Deliveries made of them so far.
    queued: int
    #: The time of the last event that was scanned.
    reachedAt: Optional[str]
    createdAt: str
    finishedAt: Optional[str]


class DeleteWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class DeliverOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class DeliverOrderBody(TypedDict, total=False):
    #: Which units of which lines. Without it: all that are open.
    items: List[DeliverOrderBodyItemsItem]


class DeliverOrderBodyItemsItem(TypedDict):
    #: The number of the line.
    line: int
    quantity: int


class EndOtherSessionsAnswer(TypedDict):
    success: Literal[True]
    data: EndOtherSessionsAnswerData


class EndOtherSessionsAnswerData(TypedDict):
    ended: int


class EndStorefrontSessionAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class EraseCustomerAnswer(TypedDict):
    success: Literal[True]
    data: EraseCustomerAnswerData


class _EraseCustomerAnswerDataRequired(TypedDict):
    id: str
    type: Literal["person", "company"]
    name: str
    #: The primary one, lower case.
    email: Optional[str]
    emails: List[str]
    #: The primary one, as + and digits.
    phone: Optional[str]
    phones: List[str]
    addresses: List[ArchiveCustomerAnswerDataAddressesItem]
    tags: List[str]
    notes: Optional[str]
    externalId: Optional[str]
    companyId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    archivedAt: Optional[str]
    #: When everything personal was taken out of this record.
    erasedAt: Optional[str]
    #: Grows with each change; also the ETag.
    version: int
    createdAt: str
    updatedAt: str


class EraseCustomerAnswerData(_EraseCustomerAnswerDataRequired, total=False):
    #: The progress of a merge or an erasure with many orders, while it lasts. Its orders are shown as they will be; each gets its next version when it is processed.
    inProgress: List[EraseCustomerAnswerDataInProgressItem]


EraseCustomerAnswerDataInProgressItem = TypedDict(
    "EraseCustomerAnswerDataInProgressItem",
    {
        "kind": "Literal['merge', 'erase']",
        "from": "Optional[str]",
        "orders": "EraseCustomerAnswerDataInProgressItemOrders",
        "since": "str",
    },
)


class EraseCustomerAnswerDataInProgressItemOrders(TypedDict):
    done: int
    #: Counted to a million.
    left: int


class ExpireCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CancelStorefrontCheckoutAnswerData


class ExpungeWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: ExpungeWebhookDeliveryAnswerData


class ExpungeWebhookDeliveryAnswerData(TypedDict):
    #: The X-service-Delivery header, the same on every attempt.
    id: str
    subscriptionId: str
    eventId: str
    eventType: str
    eventAt: str
    cause: Literal["event", "resend", "replay", "test"]
    status: Literal["pending", "held", "delivered", "failed", "cancelled"]
    attemptCount: int
    #: Null while an attempt runs, when held, and when over.
    nextAttemptAt: Optional[str]
    createdAt: str
    finishedAt: Optional[str]
    #: When the event's data was removed on request; null if it was not.
    payloadExpungedAt: Optional[str]
    attempts: List[ExpungeWebhookDeliveryAnswerDataAttemptsItem]


class ExpungeWebhookDeliveryAnswerDataAttemptsItem(TypedDict):
    #: 1 to 8.
    attempt: int
    startedAt: str
    durationMs: int
    #: Each phase alone; the first three only when a new connection was made.
    timings: ExpungeWebhookDeliveryAnswerDataAttemptsItemTimings
    #: The IP address that was dialled.
    address: Optional[str]
    statusCode: Optional[int]
    #: The class of failure; null for a success.
    failure: Optional[str]
    message: str
    answerHeaders: Dict[str, str]
    #: The first 4 KiB.
    answerBody: str
    #: When the answer was removed on request; null if it was not.
    answerExpungedAt: Optional[str]
    #: Exactly what was signed and sent; null when the event is no longer kept, or was expunged.
    signedBody: Optional[str]


class ExpungeWebhookDeliveryAnswerDataAttemptsItemTimings(TypedDict, total=False):
    dnsMs: float
    connectMs: float
    tlsMs: float
    firstByteMs: float
    totalMs: float


class ExpungeWebhookDeliveryBody(TypedDict, total=False):
    #: Also removes the event's data, for all its deliveries and from GET /v1/events.
    payload: bool


class FulfillOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class FulfillOrderBody(TypedDict, total=False):
    #: Which units of which lines. Without it: all that are open.
    items: List[DeliverOrderBodyItemsItem]
    tracking: FulfillOrderBodyTracking


class FulfillOrderBodyTracking(TypedDict, total=False):
    carrier: str
    number: str
    #: An http(s) address.
    url: str


class GetApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: GetApiKeyAnswerData


class GetApiKeyAnswerData(TypedDict):
    id: str
    #: The public part of the key.
    keyId: str
    label: str
    scopes: List[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]]
    expiresAt: Optional[str]
    createdAt: str
    createdBy: str
    revokedAt: Optional[str]
    lastUsedAt: Optional[str]
    version: int
    #: The id of the key that this one replaces.
    replaces: Optional[str]
    #: The id of the key that replaces this one, which then ends at expiresAt or is revoked.
    replacedBy: Optional[str]


class GetApiKeyUsageAnswer(TypedDict):
    success: Literal[True]
    data: GetApiKeyUsageAnswerData


class GetApiKeyUsageAnswerData(TypedDict):
    keyId: str
    requests: int
    #: Requests that were answered with 4xx or 5xx.
    failures: int
    #: One for each hour, oldest first; the last is the current one.
    hours: List[GetApiKeyUsageAnswerDataHoursItem]


class GetApiKeyUsageAnswerDataHoursItem(TypedDict):
    at: str
    requests: int
    failures: int


class GetAssetAnswer(TypedDict):
    success: Literal[True]
    data: GetAssetAnswerData


class GetAssetAnswerData(TypedDict):
    id: str
    status: Literal["uploaded", "processing", "ready", "failed"]
    #: Why no pictures could be made of it.
    failure: Optional[str]
    kind: Literal["image", "video", "audio", "document", "other"]
    #: Detected from the content of the file, not from its name.
    type: str
    size: int
    sha256: str
    filename: str
    title: str
    alt: str
    tags: List[str]
    folder: str
    visibility: Literal["public", "private"]
    #: The point that stays in view when an image is cropped: from the left and from the top, 0 to 1.
    focalPoint: GetAssetAnswerDataFocalPoint
    width: Optional[int]
    height: Optional[int]
    #: A blurred preview of some hundred bytes, as a data URI.
    placeholder: Optional[str]
    dominantColor: Optional[str]
    #: The file as it was uploaded. Null when it is private: ask for a signed one.
    url: Optional[str]
    #: The pictures made of an image, without the place and time that a camera writes into it.
    derivatives: List[GetAssetAnswerDataDerivativesItem]
    version: int
    createdAt: str
    updatedAt: str


class GetAssetAnswerDataDerivativesItem(TypedDict):
    name: Literal["thumbnail", "small", "medium", "large"]
    format: Literal["webp", "avif"]
    width: int
    height: int
    size: int
    url: Optional[str]


class GetAssetAnswerDataFocalPoint(TypedDict):
    x: float
    y: float


class GetAssetUsageAnswer(TypedDict):
    success: Literal[True]
    data: List[GetAssetUsageAnswerDataItem]


class GetAssetUsageAnswerDataItem(TypedDict):
    type: str
    id: str
    title: str


class GetAuditLogVerificationAnswer(TypedDict):
    success: Literal[True]
    data: GetAuditLogVerificationAnswerData


class GetAuditLogVerificationAnswerData(TypedDict):
    entries: int
    intact: bool
    #: The first entry that was changed, or that one is missing before.
    brokenAt: Optional[str]


class GetAuthAccountAnswer(TypedDict):
    success: Literal[True]
    data: GetAuthAccountAnswerData


class GetAuthAccountAnswerData(TypedDict):
    email: str


class GetAuthSecondFactorsAnswer(TypedDict):
    success: Literal[True]
    data: GetAuthSecondFactorsAnswerData


class GetAuthSecondFactorsAnswerData(TypedDict):
    factors: List[GetAuthSecondFactorsAnswerDataFactorsItem]
    recoveryCodesLeft: int


class GetAuthSecondFactorsAnswerDataFactorsItem(TypedDict):
    id: str
    kind: Literal["totp", "passkey"]
    name: str
    createdAt: str
    lastUsedAt: Optional[str]


class GetCartAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class GetCatalogImportAnswer(TypedDict):
    success: Literal[True]
    data: CancelCatalogImportAnswerData


class GetCategoryAnswer(TypedDict):
    success: Literal[True]
    data: CreateCategoryAnswerData


class GetCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CancelStorefrontCheckoutAnswerData


class GetCheckoutSettingsAnswer(TypedDict):
    success: Literal[True]
    data: GetCheckoutSettingsAnswerData


class GetCheckoutSettingsAnswerData(TypedDict):
    #: How long a checkout holds stock. Default 15.
    holdMinutes: int
    #: Activity extends that, to so many minutes at most. Default 60.
    holdMostMinutes: int
    #: A cart without a change for so long is abandoned. Default 60.
    abandonedAfterMinutes: int
    #: A cart of nobody is deleted after so many days without a change. Default 30.
    guestCartDays: int
    #: The same for carts of customers. Default 90.
    customerCartDays: int
    #: Prices of lines and of shipping contain their tax.
    pricesIncludeTax: bool
    #: Shipping is taxed at the rate of its destination without a tax code.
    shippingTaxed: bool
    #: Ways to pay without an outside service; the order is placed unpaid. The first is the default.
    paymentMethods: List[GetCheckoutSettingsAnswerDataPaymentMethodsItem]
    recoveryUrl: Optional[str]
    version: int


class _GetCheckoutSettingsAnswerDataPaymentMethodsItemRequired(TypedDict):
    id: str
    name: str


class GetCheckoutSettingsAnswerDataPaymentMethodsItem(_GetCheckoutSettingsAnswerDataPaymentMethodsItemRequired, total=False):
    instructions: Optional[str]


class GetContentLocalesAnswer(TypedDict):
    success: Literal[True]
    data: GetContentLocalesAnswerData


class GetContentLocalesAnswerData(TypedDict):
    default: str
    locales: List[GetContentLocalesAnswerDataLocalesItem]


class GetContentLocalesAnswerDataLocalesItem(TypedDict):
    code: str
    fallback: Optional[str]


class GetContentTypeAnswer(TypedDict):
    success: Literal[True]
    data: GetContentTypeAnswerData


class GetContentTypeAnswerData(TypedDict):
    id: str
    name: str
    title: str
    fields: List[Dict[str, Any]]
    version: int
    #: The change that is under way, if any. Until it is over, the fields shown are in force.
    changeId: Optional[str]
    createdAt: str
    updatedAt: str


class GetContentTypeChangeAnswer(TypedDict):
    success: Literal[True]
    data: GetContentTypeChangeAnswerData


class GetContentTypeChangeAnswerData(TypedDict):
    id: str
    status: Literal["running", "finished", "refused", "failed"]
    phase: Literal["check", "migrate"]
    checked: int
    migrated: int
    #: The number of entries that would not fit.
    broken: int
    examples: List[Dict[str, Any]]
    reason: Optional[str]
    createdAt: str
    finishedAt: Optional[str]


class GetCustomerAnswer(TypedDict):
    success: Literal[True]
    data: EraseCustomerAnswerData


class GetCustomerTotalsAnswer(TypedDict):
    success: Literal[True]
    data: GetCustomerTotalsAnswerData


class GetCustomerTotalsAnswerData(TypedDict):
    customerId: str
    orders: int
    firstOrderAt: Optional[str]
    lastOrderAt: Optional[str]
    currencies: List[GetCustomerTotalsAnswerDataCurrenciesItem]


class GetCustomerTotalsAnswerDataCurrenciesItem(TypedDict):
    currency: str
    orders: int
    #: The value of the orders, less refunds and the unpaid part of cancelled orders, as in the metrics.
    revenue: float


class GetDiscountAnswer(TypedDict):
    success: Literal[True]
    data: CreateDiscountAnswerData


class GetEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class GetEntryRevisionAnswer(TypedDict):
    success: Literal[True]
    data: GetEntryRevisionAnswerData


class GetEntryRevisionAnswerData(TypedDict):
    version: int
    reason: Literal["created", "saved", "restored", "migrated"]
    propertyId: Optional[str]
    author: CreateAdjustmentAnswerDataMovementsItemBy
    createdAt: str
    fields: Dict[str, Any]


class GetEventAnswer(TypedDict):
    success: Literal[True]
    data: GetEventAnswerData


class GetEventAnswerData(TypedDict):
    id: str
    type: str
    data: Dict[str, Any]
    createdAt: str
    #: When its data was removed on request; null if it was not.
    expungedAt: Optional[str]
    #: GET /v1/events?after= goes on behind this event. Null for a test, until the event is dispatched, and when that was delayed.
    feedCursor: Optional[str]
    #: To every subscription and for every cause, newest first; 100 at most.
    deliveries: List[GetEventAnswerDataDeliveriesItem]
    #: GET /v1/webhooks/deliveries?eventId= lists all of them.
    hasMoreDeliveries: bool


class GetEventAnswerDataDeliveriesItem(TypedDict):
    #: The X-service-Delivery header, the same on every attempt.
    id: str
    subscriptionId: str
    eventId: str
    eventType: str
    eventAt: str
    cause: Literal["event", "resend", "replay", "test"]
    status: Literal["pending", "held", "delivered", "failed", "cancelled"]
    attemptCount: int
    #: Null while an attempt runs, when held, and when over.
    nextAttemptAt: Optional[str]
    createdAt: str
    finishedAt: Optional[str]
    #: Null when the subscription was deleted.
    subscriptionName: Optional[str]
    subscriptionUrl: Optional[str]
    #: The object of the event, such as an entry; null when the event is no longer kept.
    object: Optional[GetEventAnswerDataDeliveriesItemObject]
    lastAttempt: Optional[GetEventAnswerDataDeliveriesItemLastAttempt]


class GetEventAnswerDataDeliveriesItemLastAttempt(TypedDict):
    at: str
    statusCode: Optional[int]
    #: The class of failure; null for a success.
    failure: Optional[str]
    message: str


class GetEventAnswerDataDeliveriesItemObject(TypedDict):
    id: str
    label: Optional[str]


class GetHealthzAnswer(TypedDict):
    success: Literal[True]
    data: GetHealthzAnswerData


class GetHealthzAnswerData(TypedDict):
    status: Literal["ok"]


class GetHomeAnswer(TypedDict):
    success: Literal[True]
    data: GetHomeAnswerData


class GetHomeAnswerData(TypedDict):
    timeZone: str
    orders: Optional[GetHomeAnswerDataOrders]
    stock: Optional[GetHomeAnswerDataStock]
    checkouts: Optional[GetHomeAnswerDataCheckouts]
    scheduled: Optional[GetHomeAnswerDataScheduled]
    webhooks: Optional[GetHomeAnswerDataWebhooks]
    keys: Optional[GetHomeAnswerDataKeys]


class GetHomeAnswerDataCheckouts(TypedDict):
    paying: GetHomeAnswerDataCheckoutsPaying


class GetHomeAnswerDataCheckoutsPaying(TypedDict):
    #: Paid for more than ten seconds, and without an order.
    count: int
    #: More than 100, of which no more are counted.
    isMore: bool
    oldest: Optional[GetHomeAnswerDataCheckoutsPayingOldest]


class GetHomeAnswerDataCheckoutsPayingOldest(TypedDict):
    cartId: str
    since: str


class GetHomeAnswerDataKeys(TypedDict):
    hasAny: bool
    #: Those that expire within 14 days, the first 10.
    expiring: List[GetHomeAnswerDataKeysExpiringItem]


class GetHomeAnswerDataKeysExpiringItem(TypedDict):
    id: str
    label: str
    expiresAt: str


class GetHomeAnswerDataOrders(TypedDict):
    #: Orders that are placed or partially_fulfilled.
    unfulfilled: GetHomeAnswerDataOrdersUnfulfilled
    #: Orders with a balance, whatever was paid and refunded: those of owed=true.
    unpaid: GetHomeAnswerDataOrdersUnfulfilled
    today: GetHomeAnswerDataOrdersToday
    #: Until the same time of day, less the last minutes: a whole quarter of an hour.
    yesterday: GetHomeAnswerDataOrdersYesterday
    #: The five currencies with the most orders.
    sales: GetHomeAnswerDataOrdersSales
    hasCustomers: bool
    hasOrders: bool


_GetHomeAnswerDataOrdersSalesRequired = TypedDict(
    "_GetHomeAnswerDataOrdersSalesRequired",
    {
        "timeZone": "str",
        "by": "Literal['day', 'channel', 'currency', 'day_and_channel']",
        "from": "str",
        "to": "str",
        "totals": "List[GetHomeAnswerDataOrdersTodayTotalsItem]",
        "groups": "List[GetHomeAnswerDataOrdersSalesGroupsItem]",
    },
)
_GetHomeAnswerDataOrdersSalesOptional = TypedDict(
    "_GetHomeAnswerDataOrdersSalesOptional",
    {
        "before": "GetHomeAnswerDataOrdersSalesBefore",
    },
    total=False,
)


class GetHomeAnswerDataOrdersSales(_GetHomeAnswerDataOrdersSalesRequired, _GetHomeAnswerDataOrdersSalesOptional):
    pass


GetHomeAnswerDataOrdersSalesBefore = TypedDict(
    "GetHomeAnswerDataOrdersSalesBefore",
    {
        "from": "str",
        "to": "str",
        "totals": "List[GetHomeAnswerDataOrdersTodayTotalsItem]",
        "groups": "List[GetHomeAnswerDataOrdersSalesGroupsItem]",
    },
)


class _GetHomeAnswerDataOrdersSalesGroupsItemRequired(TypedDict):
    #: The day, channel or currency; null: no channel.
    key: Optional[str]
    currency: str
    #: Placed on these days, cancelled ones too.
    orders: int
    cancelledOrders: int
    placedTotal: float
    refundedTotal: float
    #: placedTotal less refunds and the unpaid part of cancelled orders.
    revenue: float
    #: revenue ÷ orders that were not cancelled; null when there is none.
    average: Optional[float]


class GetHomeAnswerDataOrdersSalesGroupsItem(_GetHomeAnswerDataOrdersSalesGroupsItemRequired, total=False):
    #: Only by day_and_channel; null: no channel.
    channel: Optional[str]


class GetHomeAnswerDataOrdersToday(TypedDict):
    day: str
    #: One per currency: money of two currencies is not added.
    totals: List[GetHomeAnswerDataOrdersTodayTotalsItem]


class GetHomeAnswerDataOrdersTodayTotalsItem(TypedDict):
    currency: str
    #: Placed on these days, cancelled ones too.
    orders: int
    cancelledOrders: int
    placedTotal: float
    refundedTotal: float
    #: placedTotal less refunds and the unpaid part of cancelled orders.
    revenue: float
    #: revenue ÷ orders that were not cancelled; null when there is none.
    average: Optional[float]


class GetHomeAnswerDataOrdersUnfulfilled(TypedDict):
    count: int
    isMore: bool


class GetHomeAnswerDataOrdersYesterday(TypedDict):
    day: str
    until: str
    #: One per currency: money of two currencies is not added.
    totals: List[GetHomeAnswerDataOrdersTodayTotalsItem]


class GetHomeAnswerDataScheduled(TypedDict):
    #: Failed ones first, then by time, the first 5.
    entries: List[GetHomeAnswerDataScheduledEntriesItem]
    isMore: bool


class GetHomeAnswerDataScheduledEntriesItem(TypedDict):
    id: str
    title: Optional[str]
    #: The title of its type.
    type: str
    action: Literal["publish", "unpublish"]
    at: str
    hasFailed: bool


class GetHomeAnswerDataStock(TypedDict):
    low: GetHomeAnswerDataOrdersUnfulfilled
    depleted: GetHomeAnswerDataOrdersUnfulfilled
    short: GetHomeAnswerDataOrdersUnfulfilled


class GetHomeAnswerDataWebhooks(TypedDict):
    #: Active subscriptions with a delivery that failed and is tried again, or whose latest one failed for good.
    failing: int
    #: All subscriptions.
    count: int
    #: Failing ones first, the first 5; their health in the last 24 hours.
    subscriptions: List[GetHomeAnswerDataWebhooksSubscriptionsItem]
    #: Unread, newest first, the first 20.
    notices: List[GetHomeAnswerDataWebhooksNoticesItem]


class GetHomeAnswerDataWebhooksNoticesItem(TypedDict):
    id: str
    kind: str
    subject: GetHomeAnswerDataWebhooksNoticesItemSubject
    message: str
    createdAt: str
    readAt: Optional[str]


class GetHomeAnswerDataWebhooksNoticesItemSubject(TypedDict):
    type: str
    id: str


class GetHomeAnswerDataWebhooksSubscriptionsItem(TypedDict):
    id: str
    name: str
    active: bool
    health: GetHomeAnswerDataWebhooksSubscriptionsItemHealth


class GetHomeAnswerDataWebhooksSubscriptionsItemHealth(TypedDict):
    subscriptionId: str
    since: str
    #: Only events from this time on.
    deliveries: GetHomeAnswerDataWebhooksSubscriptionsItemHealthDeliveries
    #: Delivered, of all that were delivered or failed for good; null when none was.
    successRate: Optional[float]
    attempts: GetHomeAnswerDataWebhooksSubscriptionsItemHealthAttempts
    #: Open deliveries, apart from those that are being sent at this moment.
    backlog: GetHomeAnswerDataWebhooksSubscriptionsItemHealthBacklog
    oldestPendingSeconds: Optional[float]
    lastError: Optional[GetHomeAnswerDataWebhooksSubscriptionsItemHealthLastError]
    #: The sample behind these figures: the newest deliveries, at most 5000 of each of ended, ready and waiting, and the attempts of 1000. all is false when there were more.
    lookedAt: GetHomeAnswerDataWebhooksSubscriptionsItemHealthLookedAt


class GetHomeAnswerDataWebhooksSubscriptionsItemHealthAttempts(TypedDict):
    succeeded: int
    failed: int
    #: The latest one of this time.
    lastAt: Optional[str]
    p50Ms: Optional[int]
    p99Ms: Optional[int]


class GetHomeAnswerDataWebhooksSubscriptionsItemHealthBacklog(TypedDict):
    ready: int
    #: For their next attempt.
    waiting: int
    #: Because the subscription is paused.
    held: int


class GetHomeAnswerDataWebhooksSubscriptionsItemHealthDeliveries(TypedDict):
    delivered: int
    failed: int
    cancelled: int


class GetHomeAnswerDataWebhooksSubscriptionsItemHealthLastError(TypedDict):
    at: str
    failure: str
    message: str
    statusCode: Optional[int]
    deliveryId: str


class GetHomeAnswerDataWebhooksSubscriptionsItemHealthLookedAt(TypedDict):
    deliveries: int
    allDeliveries: bool
    attempts: int
    allAttempts: bool


class GetImportAnswer(TypedDict):
    success: Literal[True]
    data: CancelImportAnswerData


class GetInventorySettingsAnswer(TypedDict):
    success: Literal[True]
    data: ChangeInventorySettingsAnswerData


class GetItemAnswer(TypedDict):
    success: Literal[True]
    data: CreateItemAnswerData


class GetLocationAnswer(TypedDict):
    success: Literal[True]
    data: CreateLocationAnswerData


class GetMeAnswer(TypedDict):
    success: Literal[True]
    data: GetMeAnswerData


class GetMeAnswerData(TypedDict):
    actor: GetMeAnswerDataActor
    tenant: GetMeAnswerDataTenant


class GetMeAnswerDataActor(TypedDict):
    type: Literal["api_key", "staff"]
    id: str
    name: str
    role: Literal["viewer", "editor", "admin", "owner"]
    scopes: Optional[List[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]]]
    #: The language tag whose formats a member chose; null: those of the tenant.
    locale: Optional[str]


class GetMeAnswerDataTenant(TypedDict):
    id: str
    name: str
    slug: str
    #: The modules that are active.
    modules: List[Literal["crm", "content", "media", "redirects", "catalog", "inventory", "checkout"]]
    #: The IANA time zone in which days begin and times are shown, such as Europe/Berlin.
    timeZone: str
    #: The ISO 4217 currency that new orders in the dashboard begin with.
    currency: str
    #: The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.
    locale: Optional[str]


class GetOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class GetOrderMetricsAnswer(TypedDict):
    success: Literal[True]
    data: GetHomeAnswerDataOrdersSales


class GetPriceListAnswer(TypedDict):
    success: Literal[True]
    data: CreatePriceListAnswerData


class GetProductAnswer(TypedDict):
    success: Literal[True]
    data: ActivateProductAnswerData


class GetProductVariantsAnswer(TypedDict):
    success: Literal[True]
    data: GetProductVariantsAnswerData


class GetProductVariantsAnswerData(TypedDict):
    productId: str
    options: List[ActivateProductAnswerDataOptionsItem]
    #: The variantsVersion of the product.
    version: int
    variants: List[CreateVariantAnswerData]


class GetPropertyAnswer(TypedDict):
    success: Literal[True]
    data: CreatePropertyAnswerData


class GetPublishedEntryAnswer(TypedDict):
    success: Literal[True]
    data: GetPublishedEntryAnswerData


class GetPublishedEntryAnswerData(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    propertyId: Optional[str]
    locale: str
    version: int
    publishedAt: Optional[str]
    firstPublishedAt: Optional[str]
    #: One value per field: of the locale, else of its fallbacks.
    fields: Dict[str, Any]


class GetReadyzAnswer(TypedDict):
    success: Literal[True]
    data: GetReadyzAnswerData


class _GetReadyzAnswerDataRequired(TypedDict):
    status: Literal["ready"]
    clock: GetReadyzAnswerDataClock


class GetReadyzAnswerData(_GetReadyzAnswerDataRequired, total=False):
    #: In production only on METRICS_PORT.
    backlog: List[GetReadyzAnswerDataBacklogItem]


class GetReadyzAnswerDataBacklogItem(TypedDict):
    queue: str
    #: Due and not done; counted up to 1000.
    waiting: int
    oldestSeconds: float


class GetReadyzAnswerDataClock(TypedDict):
    #: How far this machine's clock is ahead of the database's.
    skewSeconds: float
    #: Too far: this process does no background work.
    isOff: bool


class GetRedirectAnswer(TypedDict):
    success: Literal[True]
    data: CreateRedirectAnswerData


class GetRequestAnswer(TypedDict):
    success: Literal[True]
    data: GetRequestAnswerData


class GetRequestAnswerData(TypedDict):
    id: str
    #: The X-Request-Id of the answer; a client may choose it.
    requestId: str
    at: str
    keyId: str
    #: The label that the key has now.
    keyLabel: Optional[str]
    method: str
    #: The path with the names of its parameters; null when no route has this path.
    route: Optional[str]
    path: str
    status: int
    durationMs: float
    #: The code of the error; null for a success.
    errorCode: Optional[str]
    #: The query of a request that failed, without secrets.
    query: Optional[str]
    #: The JSON that was sent, if it failed: its first 4 KiB, without secrets.
    body: Optional[str]
    #: The JSON that was answered, if it failed: its first 4 KiB.
    answer: Optional[str]
    #: The address of the documentation of this operation.
    docsUrl: Optional[str]


class GetShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateShippingOptionAnswerData


class GetStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class GetStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CancelStorefrontCheckoutAnswerData


class GetStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: CreateStorefrontKeyAnswerData


class GetStorefrontOrderAnswer(TypedDict):
    success: Literal[True]
    data: CompleteCheckoutAnswerDataOrder


class GetStorefrontOrderOfCartAnswer(TypedDict):
    success: Literal[True]
    data: CompleteCheckoutAnswerDataOrder


class GetStorefrontProductAnswer(TypedDict):
    success: Literal[True]
    data: GetStorefrontProductAnswerData


class GetStorefrontProductAnswerData(TypedDict):
    id: str
    #: In the language that was asked for, if it has one there.
    handle: str
    title: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    media: List[GetStorefrontProductAnswerDataMediaItem]
    categoryIds: List[str]
    rating: ActivateProductAnswerDataRating
    currency: str
    price: Optional[GetStorefrontProductAnswerDataPrice]
    availability: Literal["in_stock", "low", "backorder", "sold_out"]
    description: Optional[str]
    #: The choices between its variants, for filters by option.
    options: List[ActivateProductAnswerDataOptionsItem]
    seo: Optional[ActivateProductAnswerDataSeo]
    variants: List[GetStorefrontProductAnswerDataVariantsItem]
    updatedAt: str


class GetStorefrontProductAnswerDataMediaItem(TypedDict):
    id: str
    #: The original; 404 if it is private.
    url: str


GetStorefrontProductAnswerDataPrice = TypedDict(
    "GetStorefrontProductAnswerDataPrice",
    {
        "from": "float",
        "to": "float",
        "compareAt": "Optional[float]",
    },
)


class GetStorefrontProductAnswerDataVariantsItem(TypedDict):
    id: str
    sku: str
    optionValues: List[str]
    price: Optional[GetStorefrontProductAnswerDataVariantsItemPrice]
    availability: Literal["in_stock", "low", "backorder", "sold_out"]


class GetStorefrontProductAnswerDataVariantsItemPrice(TypedDict):
    amount: float
    compareAt: Optional[float]


class GetStorefrontShopAnswer(TypedDict):
    success: Literal[True]
    data: GetStorefrontShopAnswerData


class GetStorefrontShopAnswerData(TypedDict):
    #: The name of the business.
    name: str
    property: GetStorefrontShopAnswerDataProperty
    #: The one to fall back on first.
    currencies: List[str]
    #: Language tags, the one to fall back on first.
    locales: List[str]
    #: The language tag of the formats of the business.
    locale: Optional[str]
    timeZone: str
    time: str


class GetStorefrontShopAnswerDataProperty(TypedDict):
    id: str
    name: str


class GetTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: CreateTaxRateAnswerData


class GetTenantAnswer(TypedDict):
    success: Literal[True]
    data: GetTenantAnswerData


class GetTenantAnswerData(TypedDict):
    id: str
    name: str
    slug: str
    #: The modules that are active.
    modules: List[Literal["crm", "content", "media", "redirects", "catalog", "inventory", "checkout"]]
    #: The IANA time zone in which days begin and times are shown, such as Europe/Berlin.
    timeZone: str
    #: The ISO 4217 currency that new orders in the dashboard begin with.
    currency: str
    #: The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.
    locale: Optional[str]
    #: The address of the business, as its documents show it.
    address: Optional[GetTenantAnswerDataAddress]
    taxNumber: Optional[str]
    #: An image of the library, which cannot be deleted while it is the logo.
    logoAssetId: Optional[str]
    version: int


class GetTenantAnswerDataAddress(TypedDict, total=False):
    line1: Optional[str]
    line2: Optional[str]
    postalCode: Optional[str]
    city: Optional[str]
    region: Optional[str]
    country: Optional[str]


class GetTenantSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: GetTenantSecondFactorAnswerData


class GetTenantSecondFactorAnswerData(TypedDict):
    roles: List[Literal["viewer", "editor", "admin", "owner"]]


class GetUsageAnswer(TypedDict):
    success: Literal[True]
    data: List[GetUsageAnswerDataItem]


class GetUsageAnswerDataItem(TypedDict):
    #: files: uploads and pictures made of them. imports: files of imports that are not over. answers: kept for 24 hours for each Idempotency-Key. The others are counted.
    kind: Literal["files", "imports", "answers", "entries", "redirects", "products", "items", "customers", "orders"]
    unit: Literal["bytes", "rows"]
    used: int
    #: null: no limit.
    allowed: Optional[int]


class GetVariantAnswer(TypedDict):
    success: Literal[True]
    data: CreateVariantAnswerData


class GetViewAnswer(TypedDict):
    success: Literal[True]
    data: CreateViewAnswerData


class GetWebhookAttemptsAnswer(TypedDict):
    success: Literal[True]
    data: GetWebhookAttemptsAnswerData


class GetWebhookAttemptsAnswerData(TypedDict):
    by: Literal["hour", "day"]
    timeZone: str
    #: The beginning of the first period.
    since: str
    #: The end of the last period.
    until: str
    totals: GetWebhookAttemptsAnswerDataTotals
    #: One for each whole hour or day, oldest first; at is its beginning, day its day in the time zone.
    points: List[GetWebhookAttemptsAnswerDataPointsItem]


class GetWebhookAttemptsAnswerDataPointsItem(TypedDict):
    at: str
    day: str
    attempts: int
    #: As many deliveries were delivered.
    succeeded: int
    #: Attempts that failed, also if a later one succeeded.
    failed: int


class GetWebhookAttemptsAnswerDataTotals(TypedDict):
    attempts: int
    #: As many deliveries were delivered.
    succeeded: int
    #: Attempts that failed, also if a later one succeeded.
    failed: int


class GetWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: ExpungeWebhookDeliveryAnswerData


class GetWebhookReplayAnswer(TypedDict):
    success: Literal[True]
    data: DeleteWebhookReplayAnswerData


class GetWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateWebhookSubscriptionAnswerData


class GetWebhookSubscriptionAttemptsAnswer(TypedDict):
    success: Literal[True]
    data: GetWebhookSubscriptionAttemptsAnswerData


class GetWebhookSubscriptionAttemptsAnswerData(TypedDict):
    subscriptionId: str
    #: One for each hour, oldest first; the last is the current one.
    hours: List[GetWebhookSubscriptionAttemptsAnswerDataHoursItem]


class GetWebhookSubscriptionAttemptsAnswerDataHoursItem(TypedDict):
    at: str
    succeeded: int
    failed: int


class GetWebhookSubscriptionHealthAnswer(TypedDict):
    success: Literal[True]
    data: GetHomeAnswerDataWebhooksSubscriptionsItemHealth


class ImportCountsAnswer(TypedDict):
    success: Literal[True]
    data: ImportCountsAnswerData


class ImportCountsAnswerData(TypedDict):
    rows: int
    #: Rows that changed the stock.
    counted: int
    unchanged: int
    #: Items that were not there before.
    created: int
    failed: int
    #: The errors by row of the file; the first 1000.
    errors: List[ImportCountsAnswerDataErrorsItem]


class ImportCountsAnswerDataErrorsItem(TypedDict):
    row: int
    field: str
    code: str
    message: str


class ImportRedirectsAnswer(TypedDict):
    success: Literal[True]
    data: ImportRedirectsAnswerData


class ImportRedirectsAnswerData(TypedDict):
    rows: int
    created: int
    replaced: int
    unchanged: int
    skipped: int
    failed: int
    #: The errors by row of the file; the first 1000.
    errors: List[ImportCountsAnswerDataErrorsItem]


class JoinByInvitationAnswer(TypedDict):
    success: Literal[True]
    data: AcceptInvitationAnswerData


class JoinByInvitationBody(TypedDict):
    #: The part of the link after the #.
    token: str
    password: str


class ListApiKeyUsageAnswer(TypedDict):
    success: Literal[True]
    data: List[ListApiKeyUsageAnswerDataItem]


class ListApiKeyUsageAnswerDataItem(TypedDict):
    keyId: str
    requests: int
    #: Requests that were answered with 4xx or 5xx.
    failures: int


class ListApiKeysAnswer(TypedDict):
    success: Literal[True]
    data: List[GetApiKeyAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListApiKeysAnswerPagination(TypedDict):
    limit: int
    hasMore: bool
    nextCursor: Optional[str]


class ListAssetFoldersAnswer(TypedDict):
    success: Literal[True]
    data: List[ListAssetFoldersAnswerDataItem]


class ListAssetFoldersAnswerDataItem(TypedDict):
    folder: str
    assets: int


class ListAssetsAnswer(TypedDict):
    success: Literal[True]
    data: List[GetAssetAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListAuditLogAnswer(TypedDict):
    success: Literal[True]
    data: List[ListAuditLogAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListAuditLogAnswerDataItem(TypedDict):
    #: The place in the chain: 1, 2, 3, …
    id: str
    at: str
    actor: ListAuditLogAnswerDataItemActor
    action: str
    subject: GetHomeAnswerDataWebhooksNoticesItemSubject
    details: Dict[str, Any]


class ListAuditLogAnswerDataItemActor(TypedDict):
    type: str
    id: Optional[str]
    name: str


class ListAuthSessionsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListAuthSessionsAnswerDataItem]


class ListAuthSessionsAnswerDataItem(TypedDict):
    id: str
    tenant: ListAuthSessionsAnswerDataItemTenant
    #: The address at which it began.
    address: Optional[str]
    userAgent: Optional[str]
    createdAt: str
    lastUsedAt: str
    #: Whether it is the one you ask from.
    current: bool


class ListAuthSessionsAnswerDataItemTenant(TypedDict):
    id: str
    name: str
    slug: str


class ListAuthTenantsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListAuthTenantsAnswerDataItem]


class ListAuthTenantsAnswerDataItem(TypedDict):
    id: str
    name: str
    slug: str
    role: Literal["viewer", "editor", "admin", "owner"]
    #: Whether it is the one this token is for.
    current: bool


class ListCartsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListCartsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListCartsAnswerDataItem(TypedDict):
    id: str
    propertyId: Optional[str]
    currency: str
    customerId: Optional[str]
    email: Optional[str]
    lineCount: int
    quantity: int
    #: As it was shown after the last change.
    subtotal: float
    state: Literal["active", "abandoned", "completed"]
    version: int
    abandonedAt: Optional[str]
    createdAt: str
    updatedAt: str


class ListCatalogImportsAnswer(TypedDict):
    success: Literal[True]
    data: List[CancelCatalogImportAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListCategoriesAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateCategoryAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListCheckoutsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListCheckoutsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListCheckoutsAnswerDataItem(TypedDict):
    id: str
    cartId: str
    orderId: str
    orderNumber: Optional[str]
    state: Literal["open", "paying", "completed", "expired", "cancelled"]
    currency: str
    customerId: Optional[str]
    email: Optional[str]
    total: Optional[float]
    expiresAt: str
    version: int
    createdAt: str
    updatedAt: str
    paymentId: Optional[str]
    frozenAt: Optional[str]
    completedAt: Optional[str]
    endedAt: Optional[str]


class ListContentTypesAnswer(TypedDict):
    success: Literal[True]
    data: List[GetContentTypeAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListCustomerOrdersAnswer(TypedDict):
    success: Literal[True]
    data: List[ListCustomerOrdersAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListCustomerOrdersAnswerDataItem(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    channel: Optional[str]
    currency: str
    total: float
    createdAt: str


class ListCustomerTimelineAnswer(TypedDict):
    success: Literal[True]
    data: List[ListCustomerTimelineAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListCustomerTimelineAnswerDataItem(TypedDict):
    id: str
    about: Literal["order", "customer"]
    #: With about `order`: placed, payment, fulfilled, delivered, cancelled, refunded, edited, commented. With about `customer`: created, edited, archived, unarchived, merged, erased.
    action: Literal["placed", "payment", "fulfilled", "delivered", "cancelled", "refunded", "edited", "commented", "created", "archived", "unarchived", "merged", "erased"]
    at: str
    actor: Optional[CreateAdjustmentAnswerDataMovementsItemBy]
    order: Optional[ListCustomerTimelineAnswerDataItemOrder]
    #: Details, depending on the action. The timeline of an order has more.
    details: ListCustomerTimelineAnswerDataItemDetails


ListCustomerTimelineAnswerDataItemDetails = TypedDict(
    "ListCustomerTimelineAnswerDataItemDetails",
    {
        "tracking": "FulfillOrderBodyTracking",
        "amount": "float",
        "outcome": "Literal['succeeded', 'failed']",
        "method": "str",
        "reference": "str",
        "reason": "str",
        "comment": "str",
        "fields": "List[str]",
        "from": "str",
    },
    total=False,
)


class ListCustomerTimelineAnswerDataItemOrder(TypedDict):
    id: str
    orderNumber: str
    currency: str
    total: float


class ListCustomersAnswer(TypedDict):
    success: Literal[True]
    data: List[ListCustomersAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class _ListCustomersAnswerDataItemRequired(TypedDict):
    id: str
    type: Literal["person", "company"]
    name: str
    #: The primary one, lower case.
    email: Optional[str]
    emails: List[str]
    #: The primary one, as + and digits.
    phone: Optional[str]
    phones: List[str]
    addresses: List[ArchiveCustomerAnswerDataAddressesItem]
    tags: List[str]
    notes: Optional[str]
    externalId: Optional[str]
    companyId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    archivedAt: Optional[str]
    #: When everything personal was taken out of this record.
    erasedAt: Optional[str]
    #: Grows with each change; also the ETag.
    version: int
    createdAt: str
    updatedAt: str


class ListCustomersAnswerDataItem(_ListCustomersAnswerDataItemRequired, total=False):
    #: Only with expand=orders.
    orders: ListCustomersAnswerDataItemOrders


class ListCustomersAnswerDataItemOrders(TypedDict):
    #: Counted to 100.
    count: int
    #: false: there are more.
    isExact: bool
    lastOrderAt: Optional[str]
    #: Per currency, as in the totals of the customer; null if the count is not exact.
    revenue: Optional[List[ListCustomersAnswerDataItemOrdersRevenueItem]]


class ListCustomersAnswerDataItemOrdersRevenueItem(TypedDict):
    currency: str
    amount: float


class ListDiscountsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateDiscountAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListEntriesAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateEntryAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListEntryReferencesAnswer(TypedDict):
    success: Literal[True]
    data: List[ListEntryReferencesAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListEntryReferencesAnswerDataItem(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    field: str
    stage: Literal["draft", "published"]


class ListEntryRevisionsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListEntryRevisionsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListEntryRevisionsAnswerDataItem(TypedDict):
    version: int
    reason: Literal["created", "saved", "restored", "migrated"]
    propertyId: Optional[str]
    author: CreateAdjustmentAnswerDataMovementsItemBy
    createdAt: str


class ListEventTypesAnswer(TypedDict):
    success: Literal[True]
    data: List[ListEventTypesAnswerDataItem]


class ListEventTypesAnswerDataItem(TypedDict):
    type: str
    topic: str
    description: str
    #: Whether a webhook can carry it.
    subscribable: bool
    #: JSON Schema of its data.
    schema: Dict[str, Any]
    example: Dict[str, Any]


class ListEventsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListEventsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListEventsAnswerDataItem(TypedDict):
    id: str
    type: str
    data: Dict[str, Any]
    createdAt: str


class ListImportsAnswer(TypedDict):
    success: Literal[True]
    data: List[CancelImportAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListItemsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateItemAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListLocationsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateLocationAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListModulesAnswer(TypedDict):
    success: Literal[True]
    data: List[ActivateModuleAnswerData]


class ListMovementsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateAdjustmentAnswerDataMovementsItem]
    pagination: ListApiKeysAnswerPagination


class ListNoticesAnswer(TypedDict):
    success: Literal[True]
    data: List[GetHomeAnswerDataWebhooksNoticesItem]
    pagination: ListApiKeysAnswerPagination


class ListOrderTimelineAnswer(TypedDict):
    success: Literal[True]
    data: List[ListOrderTimelineAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListOrderTimelineAnswerDataItem(TypedDict):
    #: The version that the order had after it.
    version: int
    #: merged: its customer was merged into another, whose order it is now. erased: its personal data was erased with its customer, in earlier entries too.
    action: Literal["placed", "payment", "fulfilled", "delivered", "cancelled", "refunded", "edited", "commented", "merged", "erased"]
    at: str
    actor: Optional[CreateAdjustmentAnswerDataMovementsItemBy]
    status: Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]
    paymentStatus: Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]
    #: Details, depending on the action.
    details: ListOrderTimelineAnswerDataItemDetails


ListOrderTimelineAnswerDataItemDetails = TypedDict(
    "ListOrderTimelineAnswerDataItemDetails",
    {
        "items": "List[ListOrderTimelineAnswerDataItemDetailsItemsItem]",
        "tracking": "FulfillOrderBodyTracking",
        "amount": "float",
        "outcome": "Literal['succeeded', 'failed']",
        "method": "str",
        "reference": "str",
        "reason": "str",
        "comment": "str",
        "fields": "List[str]",
        "from": "str",
        "to": "str",
    },
    total=False,
)


class ListOrderTimelineAnswerDataItemDetailsItemsItem(TypedDict):
    line: int
    quantity: int


class ListOrdersAnswer(TypedDict):
    success: Literal[True]
    data: List[ListOrdersAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListOrdersAnswerDataItem(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    customerId: str
    #: As it is now.
    customerName: str
    channel: Literal["storefront", "b2b_portal", "admin", "import", "mcp", None]
    propertyId: Optional[str]
    currency: str
    total: float
    #: Still to be paid. A refund does not bring it back.
    balance: float
    lineCount: int
    createdAt: str


class ListOrdersOfProductAnswer(TypedDict):
    success: Literal[True]
    data: List[ListOrdersOfProductAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListOrdersOfProductAnswerDataItem(TypedDict):
    id: str
    orderNumber: str
    status: str
    currency: str
    createdAt: str
    lines: List[ListOrdersOfProductAnswerDataItemLinesItem]


class ListOrdersOfProductAnswerDataItemLinesItem(TypedDict):
    variantId: Optional[str]
    sku: str
    name: str
    quantity: int
    unitPrice: float


class ListPriceListEntriesAnswer(TypedDict):
    success: Literal[True]
    data: List[ListPriceListEntriesAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListPriceListEntriesAnswerDataItem(TypedDict):
    variantId: str
    productId: str
    #: The title of the product.
    title: str
    optionValues: List[str]
    sku: str
    minQuantity: int
    amount: float


class ListPriceListsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreatePriceListAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListProductsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListProductsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListProductsAnswerDataItem(TypedDict):
    id: str
    title: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    status: Literal["draft", "active", "archived"]
    variantCount: int
    #: The lowest and the highest price of its active variants.
    priceRanges: List[ActivateProductAnswerDataPriceRangesItem]
    rating: ActivateProductAnswerDataRating
    version: int
    #: Rises with every change of its variants.
    variantsVersion: int
    createdAt: str
    updatedAt: str


class ListPropertiesAnswer(TypedDict):
    success: Literal[True]
    data: List[CreatePropertyAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListPropertyDomainsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListPropertyDomainsAnswerDataItem]


class ListPropertyDomainsAnswerDataItem(TypedDict):
    domain: str
    #: Visitors who come by this host name are served.
    verified: bool
    verifiedAt: Optional[str]
    #: The DNS record that proves the ownership of the domain.
    record: ListPropertyDomainsAnswerDataItemRecord


class ListPropertyDomainsAnswerDataItemRecord(TypedDict):
    type: Literal["TXT"]
    name: str
    value: str


class ListPublishedEntriesAnswer(TypedDict):
    success: Literal[True]
    data: List[GetPublishedEntryAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListRedirectsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateRedirectAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListRequestsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListRequestsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListRequestsAnswerDataItem(TypedDict):
    id: str
    #: The X-Request-Id of the answer; a client may choose it.
    requestId: str
    at: str
    keyId: str
    #: The label that the key has now.
    keyLabel: Optional[str]
    method: str
    #: The path with the names of its parameters; null when no route has this path.
    route: Optional[str]
    path: str
    status: int
    durationMs: float
    #: The code of the error; null for a success.
    errorCode: Optional[str]


class ListReservationsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListReservationsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListReservationsAnswerDataItem(TypedDict):
    orderId: str
    sku: str
    locationId: str
    quantity: int
    shipped: int
    #: null: it does not expire.
    expiresAt: Optional[str]
    holder: Literal["checkout", "order"]


class ListShippingOptionsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateShippingOptionAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListSoldItemsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListSoldItemsAnswerDataItem]


class ListSoldItemsAnswerDataItem(TypedDict):
    sku: str
    #: As it was sold last.
    name: str
    unitPrice: float
    currency: str
    soldAt: str


class ListStaffAnswer(TypedDict):
    success: Literal[True]
    data: List[ListStaffAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListStaffAnswerDataItem(TypedDict):
    id: str
    #: As this tenant wrote it.
    email: str
    name: str
    role: Literal["viewer", "editor", "admin", "owner"]
    status: Literal["invited", "joined"]
    createdAt: str
    #: The time at which the invitation link expires; null when the member needs a new link.
    invitationExpiresAt: Optional[str]
    #: To a quarter of an hour; null if no sign-in of the last weeks is known.
    lastSeenAt: Optional[str]
    #: Whether their account asks for one when they sign in.
    hasSecondFactor: bool


class ListStorefrontCategoriesAnswer(TypedDict):
    success: Literal[True]
    data: List[ListStorefrontCategoriesAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListStorefrontCategoriesAnswerDataItem(TypedDict):
    id: str
    name: str
    handle: str
    parentId: Optional[str]
    position: int


class ListStorefrontKeysAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateStorefrontKeyAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListStorefrontOrdersAnswer(TypedDict):
    success: Literal[True]
    data: List[ListStorefrontOrdersAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListStorefrontOrdersAnswerDataItem(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    currency: str
    total: float
    createdAt: str


class ListStorefrontProductsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListStorefrontProductsAnswerDataItem]
    pagination: ListApiKeysAnswerPagination


class ListStorefrontProductsAnswerDataItem(TypedDict):
    id: str
    #: In the language that was asked for, if it has one there.
    handle: str
    title: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    media: List[GetStorefrontProductAnswerDataMediaItem]
    categoryIds: List[str]
    rating: ActivateProductAnswerDataRating
    currency: str
    price: Optional[GetStorefrontProductAnswerDataPrice]
    availability: Literal["in_stock", "low", "backorder", "sold_out"]
    #: The choices between its variants, for filters by option.
    options: List[ActivateProductAnswerDataOptionsItem]


class ListTaxRatesAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateTaxRateAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListVariantsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateVariantAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListViewsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateViewAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListWebhookDeliveriesAnswer(TypedDict):
    success: Literal[True]
    data: List[GetEventAnswerDataDeliveriesItem]
    pagination: ListApiKeysAnswerPagination


class ListWebhookSubscriptionReplaysAnswer(TypedDict):
    success: Literal[True]
    data: List[DeleteWebhookReplayAnswerData]
    pagination: ListApiKeysAnswerPagination


class ListWebhookSubscriptionsAnswer(TypedDict):
    success: Literal[True]
    data: List[CreateWebhookSubscriptionAnswerData]
    pagination: ListApiKeysAnswerPagination


class LookUpInvitationAnswer(TypedDict):
    success: Literal[True]
    data: AcceptInvitationAnswerData


class MergeCustomerAnswer(TypedDict):
    success: Literal[True]
    data: EraseCustomerAnswerData


MergeCustomerBody = TypedDict(
    "MergeCustomerBody",
    {
        "from": "str",
    },
)


class MoveAssetFolderAnswer(TypedDict):
    success: Literal[True]
    data: MoveAssetFolderAnswerData


class MoveAssetFolderAnswerData(TypedDict):
    folder: str
    moved: int


MoveAssetFolderBody = TypedDict(
    "MoveAssetFolderBody",
    {
        "from": "str",
        "to": "str",
    },
)


class MoveReservationAnswer(TypedDict):
    success: Literal[True]
    data: List[ListReservationsAnswerDataItem]


MoveReservationBody = TypedDict(
    "MoveReservationBody",
    {
        "sku": "str",
        "from": "str",
        "to": "str",
    },
)


class PreviewEntryAnswer(TypedDict):
    success: Literal[True]
    data: GetPublishedEntryAnswerData


class PublishEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class QuotePricesAnswer(TypedDict):
    success: Literal[True]
    data: QuotePricesAnswerData


class QuotePricesAnswerData(TypedDict):
    currency: str
    lines: List[QuotePricesAnswerDataLinesItem]
    subtotal: float


class QuotePricesAnswerDataLinesItem(TypedDict):
    variantId: str
    quantity: int
    unitPrice: float
    compareAt: Optional[float]
    #: Null: the own price of the variant.
    priceListId: Optional[str]
    #: The quantity from which this price counts.
    minQuantity: int
    #: quantity × unitPrice, rounded once as in an order.
    amount: float


class _QuotePricesBodyRequired(TypedDict):
    #: ISO 4217.
    currency: str
    lines: List[QuotePricesBodyLinesItem]


class QuotePricesBody(_QuotePricesBodyRequired, total=False):
    #: The site of the sale, for price lists of sites.
    propertyId: str
    customerTags: List[str]
    #: The time of the sale; now, if it is left out.
    at: str


class QuotePricesBodyLinesItem(TypedDict, total=False):
    variantId: str
    sku: str
    quantity: int


class ReadNoticeAnswer(TypedDict):
    success: Literal[True]
    data: GetHomeAnswerDataWebhooksNoticesItem


class RecoverStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: ClaimStorefrontCartAnswerData


class RefreshAnswer(TypedDict):
    success: Literal[True]
    data: RefreshAnswerData


class _RefreshAnswerDataRequired(TypedDict):
    accessToken: str
    tokenType: Literal["Bearer"]
    expiresIn: int
    actor: GetMeAnswerDataActor
    tenant: GetMeAnswerDataTenant


class RefreshAnswerData(_RefreshAnswerDataRequired, total=False):
    #: The tenant asks for a second factor: set one up before anything else.
    secondFactorNeeded: Literal[True]


class RefundOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class RefundOrderBody(TypedDict, total=False):
    #: In currency units, with no more decimals than the currency has.
    amount: float
    reason: str


class RemoveSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: DeleteApiKeyAnswerData


class RemoveStorefrontCartCodeAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class RenewRecoveryCodesAnswer(TypedDict):
    success: Literal[True]
    data: RenewRecoveryCodesAnswerData


class RenewRecoveryCodesAnswerData(TypedDict):
    recoveryCodes: List[str]


class RenewStorefrontSessionAnswer(TypedDict):
    success: Literal[True]
    data: CreateStorefrontSessionAnswerData


class ReplaceCheckoutSettingsAnswer(TypedDict):
    success: Literal[True]
    data: GetCheckoutSettingsAnswerData


class _ReplaceCheckoutSettingsBodyRequired(TypedDict):
    #: How long a checkout holds stock. Default 15.
    holdMinutes: int
    #: Activity extends that, to so many minutes at most. Default 60.
    holdMostMinutes: int
    #: A cart without a change for so long is abandoned. Default 60.
    abandonedAfterMinutes: int
    #: A cart of nobody is deleted after so many days without a change. Default 30.
    guestCartDays: int
    #: The same for carts of customers. Default 90.
    customerCartDays: int
    #: Prices of lines and of shipping contain their tax.
    pricesIncludeTax: bool
    #: Shipping is taxed at the rate of its destination without a tax code.
    shippingTaxed: bool
    #: Ways to pay without an outside service; the order is placed unpaid. The first is the default.
    paymentMethods: List[ReplaceCheckoutSettingsBodyPaymentMethodsItem]


class ReplaceCheckoutSettingsBody(_ReplaceCheckoutSettingsBodyRequired, total=False):
    #: The page of your shop that restores a cart, such as https://shop.example/recover#{token}. Left out, it stays as it is.
    recoveryUrl: Optional[str]


class _ReplaceCheckoutSettingsBodyPaymentMethodsItemRequired(TypedDict):
    id: str
    name: str


class ReplaceCheckoutSettingsBodyPaymentMethodsItem(_ReplaceCheckoutSettingsBodyPaymentMethodsItemRequired, total=False):
    instructions: Optional[str]


class ReplaceContentLocalesAnswer(TypedDict):
    success: Literal[True]
    data: GetContentLocalesAnswerData


class ReplaceContentLocalesBody(TypedDict):
    default: str
    locales: List[ReplaceContentLocalesBodyLocalesItem]


class _ReplaceContentLocalesBodyLocalesItemRequired(TypedDict):
    code: str


class ReplaceContentLocalesBodyLocalesItem(_ReplaceContentLocalesBodyLocalesItemRequired, total=False):
    fallback: Optional[str]


class ReplaceContentTypeAnswer(TypedDict):
    success: Literal[True]
    data: GetContentTypeAnswerData


class _ReplaceContentTypeBodyRequired(TypedDict):
    title: str
    fields: List[ReplaceContentTypeBodyFieldsItem]


class ReplaceContentTypeBody(_ReplaceContentTypeBodyRequired, total=False):
    migrate: ReplaceContentTypeBodyMigrate


_ReplaceContentTypeBodyFieldsItemRequired = TypedDict(
    "_ReplaceContentTypeBodyFieldsItemRequired",
    {
        "name": "str",
        "kind": "Literal['text', 'richtext', 'markdown', 'number', 'boolean', 'datetime', 'select', 'slug', 'media', 'reference', 'list', 'group', 'json']",
    },
)
_ReplaceContentTypeBodyFieldsItemOptional = TypedDict(
    "_ReplaceContentTypeBodyFieldsItemOptional",
    {
        "label": "str",
        "help": "str",
        "required": "bool",
        "unique": "bool",
        "localised": "bool",
        "minLength": "int",
        "maxLength": "int",
        "pattern": "str",
        "min": "float",
        "max": "float",
        "integer": "bool",
        "options": "List[str]",
        "multiple": "bool",
        "minItems": "int",
        "maxItems": "int",
        "types": "List[str]",
        "from": "str",
        "of": "Dict[str, Any]",
        "fields": "List[Dict[str, Any]]",
    },
    total=False,
)


class ReplaceContentTypeBodyFieldsItem(_ReplaceContentTypeBodyFieldsItemRequired, _ReplaceContentTypeBodyFieldsItemOptional):
    pass


class ReplaceContentTypeBodyMigrate(TypedDict, total=False):
    rename: Dict[str, str]
    #: Fields whose values may go.
    drop: List[str]
    default: Dict[str, Any]
    #: Fields whose values are turned into the new kind; lenient lets those go that cannot be.
    convert: Dict[str, Literal["strict", "lenient"]]


class ReplaceProductVariantsAnswer(TypedDict):
    success: Literal[True]
    data: GetProductVariantsAnswerData


class _ReplaceProductVariantsBodyRequired(TypedDict):
    #: All variants, in order; others of the product are deleted.
    variants: List[CreateProductBodyVariantsItem]


class ReplaceProductVariantsBody(_ReplaceProductVariantsBodyRequired, total=False):
    options: List[CreateProductBodyOptionsItem]


class ReplayWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: DeleteWebhookReplayAnswerData


class _ReplayWebhookSubscriptionBodyRequired(TypedDict):
    #: Events from this time on, also from before the subscription existed.
    since: str


class ReplayWebhookSubscriptionBody(_ReplayWebhookSubscriptionBodyRequired, total=False):
    #: Events before this time; by default, and at most, now.
    until: str
    events: List[str]
    #: Only events whose latest delivery to this subscription ended so. Deliveries that are still open are skipped.
    status: Literal["any", "delivered", "failed", "cancelled"]


class ResendWebhookDeliveriesAnswer(TypedDict):
    success: Literal[True]
    data: ResendWebhookDeliveriesAnswerData


class ResendWebhookDeliveriesAnswerData(TypedDict):
    resent: int
    refused: int
    #: In the order of ids.
    results: List[ResendWebhookDeliveriesAnswerDataResultsItem]


class _ResendWebhookDeliveriesAnswerDataResultsItemRequired(TypedDict):
    id: str
    status: Literal["resent", "refused"]


class ResendWebhookDeliveriesAnswerDataResultsItem(_ResendWebhookDeliveriesAnswerDataResultsItemRequired, total=False):
    #: The new delivery.
    deliveryId: str
    error: ResendWebhookDeliveriesAnswerDataResultsItemError


class ResendWebhookDeliveriesAnswerDataResultsItemError(TypedDict):
    code: str
    message: str


class ResendWebhookDeliveriesBody(TypedDict):
    ids: List[str]


class ResendWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: ResendWebhookDeliveryAnswerData


class ResendWebhookDeliveryAnswerData(TypedDict):
    #: The X-service-Delivery header, the same on every attempt.
    id: str
    subscriptionId: str
    eventId: str
    eventType: str
    eventAt: str
    cause: Literal["event", "resend", "replay", "test"]
    status: Literal["pending", "held", "delivered", "failed", "cancelled"]
    attemptCount: int
    #: Null while an attempt runs, when held, and when over.
    nextAttemptAt: Optional[str]
    createdAt: str
    finishedAt: Optional[str]


class ResolveRedirectAnswer(TypedDict):
    success: Literal[True]
    data: ResolveRedirectAnswerData


class ResolveRedirectAnswerData(TypedDict):
    propertyId: str
    #: In the spelling in which rules are compared with it.
    path: str
    outcome: Literal["redirect", "nothing", "loop"]
    statusCode: Literal[301, 302, 307, 308, None]
    location: Optional[str]
    #: Every place on the way, the path itself first.
    chain: List[str]
    #: The redirects on the way, in order.
    redirects: List[CreateRedirectAnswerData]


class RestoreEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class RestoreEntryRevisionAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class RetryWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: ResendWebhookDeliveryAnswerData


class RotateApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: RotateApiKeyAnswerData


class RotateApiKeyAnswerData(TypedDict):
    id: str
    #: The public part of the key.
    keyId: str
    label: str
    scopes: List[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]]
    expiresAt: Optional[str]
    createdAt: str
    createdBy: str
    revokedAt: Optional[str]
    lastUsedAt: Optional[str]
    version: int
    #: The id of the key that this one replaces.
    replaces: Optional[str]
    #: The id of the key that replaces this one, which then ends at expiresAt or is revoked.
    replacedBy: Optional[str]
    #: The whole key. Shown exactly once; null in a replay.
    key: Optional[str]
    former: GetApiKeyAnswerData


class RotateApiKeyBody(TypedDict, total=False):
    #: How long the former key works beside the new one; 0: it is revoked at once.
    overlapHours: int
    #: The expiry of the new key. Without it, the new key lives as long as the former one was meant to.
    expiresAt: Optional[str]


class RotateSecretWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateWebhookSubscriptionAnswerData


class RotateSecretWebhookSubscriptionBody(TypedDict, total=False):
    #: The time for which the secret so far signs as well, in X-service-Signature-Previous. Those before it keep the time that they have.
    overlapHours: int
    #: true ends all former secrets at once, for example because one has leaked.
    revokeFormer: bool
    #: A secret that the receiver has already: whsec_ and the base64 of 24 to 64 bytes. Without it, one is made.
    signingSecret: str


class ScheduleEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class ScheduleEntryBody(TypedDict, total=False):
    #: When it goes live; null: no longer.
    at: Optional[str]
    #: When it is taken down; null: no longer.
    unpublishAt: Optional[str]


class SearchAnswer(TypedDict):
    success: Literal[True]
    data: List[SearchAnswerDataItem]


class SearchAnswerDataItem(TypedDict):
    entity: Literal["customer", "order", "entry", "asset", "redirect", "product", "property"]
    id: str
    title: str
    subtitle: Optional[str]


class SetPasswordAnswer(TypedDict):
    success: Literal[True]
    data: ChangePasswordAnswerData


class SetPasswordBody(TypedDict):
    #: The part of the link after the #.
    token: str
    newPassword: str


class SetPriceListEntriesAnswer(TypedDict):
    success: Literal[True]
    data: SetPriceListEntriesAnswerData


class SetPriceListEntriesAnswerData(TypedDict):
    stored: int
    deleted: int
    unchanged: int
    #: Of the price list.
    version: int


class SetPriceListEntriesBody(TypedDict):
    entries: List[SetPriceListEntriesBodyEntriesItem]


class _SetPriceListEntriesBodyEntriesItemRequired(TypedDict):
    variantId: str
    #: The unit price from this quantity on; null: the entry is deleted.
    amount: Optional[float]


class SetPriceListEntriesBodyEntriesItem(_SetPriceListEntriesBodyEntriesItemRequired, total=False):
    minQuantity: int


class SetStorefrontCartLineAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class SetStorefrontCartLineBody(TypedDict):
    #: 0 removes the line.
    quantity: int


class SignAssetAnswer(TypedDict):
    success: Literal[True]
    data: SignAssetAnswerData


class SignAssetAnswerData(TypedDict):
    url: str
    derivatives: List[SignAssetAnswerDataDerivativesItem]
    expiresAt: str


class SignAssetAnswerDataDerivativesItem(TypedDict):
    name: str
    format: str
    url: str


class SignAssetBody(TypedDict, total=False):
    #: Seconds.
    expiresIn: int


class SignInAnswer(TypedDict):
    success: Literal[True]
    data: SignInAnswerData


class _SignInAnswerDataRequired(TypedDict):
    accessToken: str
    tokenType: Literal["Bearer"]
    expiresIn: int
    actor: GetMeAnswerDataActor
    tenant: GetMeAnswerDataTenant


class SignInAnswerData(_SignInAnswerDataRequired, total=False):
    #: The tenant asks for a second factor: set one up before anything else.
    secondFactorNeeded: Literal[True]
    #: Other accounts of this address with the same password, each by a tenant: sign in with its slug for that one.
    alsoOpens: List[AcceptInvitationAnswerDataTenant]


class _SignInBodyRequired(TypedDict):
    email: str
    password: str


class SignInBody(_SignInBodyRequired, total=False):
    #: The slug of the tenant; without it, the one joined first.
    tenant: str


class SignInSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: RefreshAnswerData


class _SignInSecondFactorBodyRequired(TypedDict):
    #: From the details of that answer.
    ticket: str


class SignInSecondFactorBody(_SignInSecondFactorBodyRequired, total=False):
    #: Of the authenticator app.
    code: str
    recoveryCode: str
    passkey: Dict[str, Any]


class SignOutAnswer(TypedDict):
    success: Literal[True]
    data: SignOutAnswerData


class SignOutAnswerData(TypedDict):
    signedOut: Literal[True]


class StartStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CancelStorefrontCheckoutAnswerData


class SwitchTenantAnswer(TypedDict):
    success: Literal[True]
    data: RefreshAnswerData


class SwitchTenantBody(TypedDict):
    #: Its slug.
    tenant: str


class TestWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: ResendWebhookDeliveryAnswerData


class TestWebhookSubscriptionBody(TypedDict):
    #: The event type whose example is sent.
    event: str


class UnarchiveCustomerAnswer(TypedDict):
    success: Literal[True]
    data: ArchiveCustomerAnswerData


class UnpublishEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class UnscheduleEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class UpdateApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: GetApiKeyAnswerData


class UpdateApiKeyBody(TypedDict):
    label: str


class UpdateAssetAnswer(TypedDict):
    success: Literal[True]
    data: GetAssetAnswerData


class UpdateAssetBody(TypedDict, total=False):
    title: str
    alt: str
    #: Kept in small letters, each once.
    tags: List[str]
    #: A path such as /campaigns/spring. A folder is there as long as something is in it.
    folder: str
    visibility: Literal["public", "private"]
    #: The point that stays in view when an image is cropped: from the left and from the top, 0 to 1.
    focalPoint: UpdateAssetBodyFocalPoint
    #: The file name of a download.
    filename: str


class UpdateAssetBodyFocalPoint(TypedDict):
    x: float
    y: float


class UpdateCategoryAnswer(TypedDict):
    success: Literal[True]
    data: CreateCategoryAnswerData


class UpdateCategoryBody(TypedDict, total=False):
    name: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    #: The category above it; null: none.
    parentId: Optional[str]
    #: Among those of one parent.
    position: int
    #: By language tag.
    translations: Dict[str, CreateCategoryBodyTranslationsValue]


class UpdateCustomerAnswer(TypedDict):
    success: Literal[True]
    data: ArchiveCustomerAnswerData


class UpdateCustomerBody(TypedDict, total=False):
    name: str
    #: The first is the primary one.
    emails: List[str]
    #: The first is the primary one.
    phones: List[str]
    #: At most one default of each kind.
    addresses: List[CreateCustomerBodyAddressesItem]
    #: A set.
    tags: List[str]
    #: Takes the place of the primary one.
    email: Optional[str]
    #: Takes the place of the primary one.
    phone: Optional[str]
    notes: Optional[str]
    #: The reference of another system; one customer of a tenant has it. null gives up those of merged customers too.
    externalId: Optional[str]
    #: The company a person works for.
    companyId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Optional[Dict[str, Any]]


class UpdateDiscountAnswer(TypedDict):
    success: Literal[True]
    data: CreateDiscountAnswerData


class UpdateDiscountBody(TypedDict, total=False):
    #: Upper and lower case are the same.
    code: str
    kind: Literal["percent", "amount", "free_shipping"]
    #: Percent, or currency units; not for free_shipping.
    value: float
    #: An amount needs one; null: any.
    currency: Optional[str]
    #: The code applies from this subtotal on. It needs a currency.
    minSubtotal: Optional[float]
    #: With categoryIds: the lines it covers. Both empty: all.
    productIds: List[str]
    categoryIds: List[str]
    startsAt: Optional[str]
    endsAt: Optional[str]
    #: In all; null: any number.
    maxUses: Optional[int]
    #: By one customer; null: any number.
    maxUsesPerCustomer: Optional[int]
    active: bool


class UpdateEntryAnswer(TypedDict):
    success: Literal[True]
    data: CreateEntryAnswerData


class UpdateEntryBody(TypedDict, total=False):
    #: The site (property) it is for; null: for all.
    propertyId: Optional[str]
    #: By the names of the type. null takes a value away; of a localised field, only the locales named change.
    fields: Dict[str, Any]


class UpdateItemAnswer(TypedDict):
    success: Literal[True]
    data: CreateItemAnswerData


class UpdateItemBody(TypedDict, total=False):
    #: false: orders of this SKU reserve nothing.
    tracked: bool
    #: Units that may be reserved beyond the stock: 0 none, null without limit.
    backorderLimit: Optional[int]
    #: inventory.low is published when the stock falls to this number or below; null: never.
    lowAt: Optional[int]


class UpdateLocationAnswer(TypedDict):
    success: Literal[True]
    data: CreateLocationAnswerData


class UpdateLocationBody(TypedDict, total=False):
    name: str
    #: A short name, unique in the tenant.
    code: str
    #: Texts only, for example line1, city and country.
    address: Optional[Dict[str, Optional[str]]]
    #: Stock is taken from the location with the smallest priority first. 0 if none is given.
    priority: int
    #: Stock is taken from active locations only.
    active: bool
    #: The sites that the location serves; none: all.
    propertyIds: List[str]


class UpdateMeAnswer(TypedDict):
    success: Literal[True]
    data: GetMeAnswerData


class UpdateMeBody(TypedDict, total=False):
    name: str
    locale: Optional[str]


class UpdateOrderAnswer(TypedDict):
    success: Literal[True]
    data: CancelOrderAnswerData


class UpdateOrderBody(TypedDict, total=False):
    customerNote: Optional[str]
    internalNote: Optional[str]
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    shippingAddress: Optional[Dict[str, Optional[str]]]
    #: A snapshot of the address, kept as given. Texts only, among them line1 and city.
    billingAddress: Optional[Dict[str, Optional[str]]]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Optional[Dict[str, Any]]


class UpdatePriceListAnswer(TypedDict):
    success: Literal[True]
    data: CreatePriceListAnswerData


class UpdatePriceListBody(TypedDict, total=False):
    name: str
    #: Null: at once.
    startsAt: Optional[str]
    #: Null: for ever.
    endsAt: Optional[str]
    #: Of the lists that fit a line, the highest one counts; of equal ones, the oldest.
    priority: int
    #: For customers with one of these tags; empty: for all.
    customerTags: List[str]
    #: On these sites; empty: on all.
    propertyIds: List[str]
    status: Literal["active", "archived"]


class UpdateProductAnswer(TypedDict):
    success: Literal[True]
    data: ActivateProductAnswerData


class UpdateProductBody(TypedDict, total=False):
    title: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    description: Optional[str]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    options: List[CreateProductBodyOptionsItem]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    taxCode: Optional[str]
    seo: Optional[CreateProductBodySeo]
    #: By language tag.
    translations: Dict[str, ActivateProductAnswerDataTranslationsValue]
    #: An entry that tells more about it.
    contentEntryId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class UpdatePropertyAnswer(TypedDict):
    success: Literal[True]
    data: CreatePropertyAnswerData


class UpdatePropertyBody(TypedDict, total=False):
    name: str
    #: Host names, the main one first. Visitors are served by one once it is proved: see its domains.
    domains: List[str]
    #: Language tags, the one to fall back on first.
    locales: List[str]
    #: Records without a propertyId belong to the default property.
    isDefault: bool


class UpdateRedirectAnswer(TypedDict):
    success: Literal[True]
    data: CreateRedirectAnswerData


UpdateRedirectBody = TypedDict(
    "UpdateRedirectBody",
    {
        "from": "str",
        "to": "str",
        "statusCode": "Literal[301, 302, 307, 308]",
        "match": "Literal['exact', 'prefix']",
        "query": "Literal['keep', 'drop']",
        "activeFrom": "Optional[str]",
        "activeUntil": "Optional[str]",
        "notes": "Optional[str]",
    },
    total=False,
)


class UpdateShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateShippingOptionAnswerData


class UpdateShippingOptionBody(TypedDict, total=False):
    name: str
    #: ISO 4217, upper case.
    currency: str
    #: Empty: every country.
    countries: List[str]
    #: Of tiers: currency units, or grams.
    basis: Literal["subtotal", "weight"]
    #: The highest one that is reached counts. Below the first, the option is not offered.
    tiers: List[CreateShippingOptionBodyTiersItem]
    position: int
    active: bool


class UpdateStaffAnswer(TypedDict):
    success: Literal[True]
    data: UpdateStaffAnswerData


class UpdateStaffAnswerData(TypedDict):
    id: str
    #: As this tenant wrote it.
    email: str
    name: str
    role: Literal["viewer", "editor", "admin", "owner"]
    status: Literal["invited", "joined"]
    createdAt: str
    #: The time at which the invitation link expires; null when the member needs a new link.
    invitationExpiresAt: Optional[str]


class UpdateStaffBody(TypedDict):
    role: Literal["viewer", "editor", "admin", "owner"]


class UpdateStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: AddStorefrontCartCodeAnswerData


class UpdateStorefrontCartBody(TypedDict, total=False):
    email: Optional[str]
    note: Optional[str]
    #: ISO 4217, upper case.
    currency: str
    locale: Optional[str]
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]


class UpdateStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CancelStorefrontCheckoutAnswerData


class UpdateStorefrontCheckoutBody(TypedDict, total=False):
    contact: UpdateStorefrontCheckoutBodyContact
    shippingAddress: Optional[UpdateStorefrontCheckoutBodyShippingAddress]
    billingAddress: Optional[UpdateStorefrontCheckoutBodyShippingAddress]
    #: One of `options`.
    shippingOptionId: Optional[str]
    #: The id of one of `paymentMethods`.
    paymentId: Optional[str]


class UpdateStorefrontCheckoutBodyContact(TypedDict, total=False):
    email: Optional[str]
    #: International, for example +44 20 7946 0958.
    phone: Optional[str]


class _UpdateStorefrontCheckoutBodyShippingAddressRequired(TypedDict):
    line1: str
    city: str
    #: Two capital letters, ISO 3166-1.
    country: str


class UpdateStorefrontCheckoutBodyShippingAddress(_UpdateStorefrontCheckoutBodyShippingAddressRequired, total=False):
    name: Optional[str]
    company: Optional[str]
    line2: Optional[str]
    #: State or province; chooses the tax rate.
    region: Optional[str]
    postalCode: Optional[str]
    phone: Optional[str]


class UpdateStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: CreateStorefrontKeyAnswerData


class UpdateTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: CreateTaxRateAnswerData


class UpdateTaxRateBody(TypedDict, total=False):
    name: str
    #: Two capital letters, ISO 3166-1.
    country: str
    #: As in the address; null: every region.
    region: Optional[str]
    #: Of products and variants; null: all without a rate of their own.
    taxCode: Optional[str]
    #: Up to 4 decimals.
    percent: float


class UpdateTenantAnswer(TypedDict):
    success: Literal[True]
    data: GetTenantAnswerData


class UpdateTenantBody(TypedDict, total=False):
    name: str
    #: The IANA time zone in which days begin and times are shown, such as Europe/Berlin.
    timeZone: str
    #: The ISO 4217 currency that new orders in the dashboard begin with.
    currency: str
    #: The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.
    locale: Optional[str]
    #: The address of the business, as its documents show it.
    address: Optional[GetTenantAnswerDataAddress]
    taxNumber: Optional[str]
    #: An image of the library, which cannot be deleted while it is the logo.
    logoAssetId: Optional[str]


class UpdateTenantSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: GetTenantSecondFactorAnswerData


class UpdateTenantSecondFactorBody(TypedDict):
    roles: List[Literal["viewer", "editor", "admin", "owner"]]


class UpdateVariantAnswer(TypedDict):
    success: Literal[True]
    data: CreateVariantAnswerData


class UpdateVariantBody(TypedDict, total=False):
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    #: One per currency.
    prices: List[CreateProductBodyVariantsItemPricesItem]
    weightGrams: Optional[int]
    dimensions: Optional[CreateProductBodyVariantsItemDimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    position: int


class UpdateViewAnswer(TypedDict):
    success: Literal[True]
    data: CreateViewAnswerData


class UpdateViewBody(TypedDict, total=False):
    #: Unique in its list.
    name: str
    #: The parameters of the list. Several values of one are separated by commas.
    query: Dict[str, str]
    #: The shown columns in their order; null: as the list comes.
    columns: Optional[List[str]]
    #: The list opens with this view. A list has one at most.
    isDefault: bool
    #: Views with a smaller place come first.
    place: int


class UpdateWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: CreateWebhookSubscriptionAnswerData


class UpdateWebhookSubscriptionBody(TypedDict, total=False):
    name: str
    #: An https address that is reachable from the internet.
    url: str
    #: Event types. A * as the last part stands for all types that begin so, also future ones: content.*, or * alone.
    events: List[str]
    #: Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null.
    filter: Optional[Dict[str, List[Optional[Union[str, float, bool]]]]]
    #: true adds an ed25519 signature (v1a of Standard Webhooks), which publicKey verifies: for receivers that must not know a secret.
    asymmetric: bool
    #: true: of one object (the id in data), a delivery waits until the one before it is delivered or has failed for good. One that fails holds up the others of its object for up to 7.5 hours.
    ordered: bool
    #: Gathers the events of so many seconds, and delivers them as one of type webhook.batch, whose data has the list; null delivers each by itself.
    coalesceSeconds: Optional[int]
    #: Deliveries a second at most; null for no limit.
    rateLimit: Optional[int]
    #: Headers to set; null removes one; those that are not named stay.
    headers: Dict[str, Optional[str]]
    #: false pauses the subscription; deliveries of matching events are held.
    active: bool
    #: The treatment of waiting deliveries: "discard" cancels them.
    backlog: Literal["send", "discard"]


class UploadAssetAnswer(TypedDict):
    success: Literal[True]
    data: GetAssetAnswerData


class _UploadAssetFormRequired(TypedDict):
    file: FormFile


class UploadAssetForm(_UploadAssetFormRequired, total=False):
    title: str
    alt: str
    #: Kept in small letters, each once.
    tags: List[str]
    #: A path such as /campaigns/spring. A folder is there as long as something is in it.
    folder: str
    visibility: Literal["public", "private"]
    #: The point that stays in view when an image is cropped: from the left and from the top, 0 to 1.
    focalPoint: UpdateAssetBodyFocalPoint


class VerifyPropertyAnswer(TypedDict):
    success: Literal[True]
    data: List[ListPropertyDomainsAnswerDataItem]
