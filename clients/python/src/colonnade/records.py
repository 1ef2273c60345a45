# Written by clients/generate-python.ts from /v1/openapi.json. After a change to the API:
# UPDATE_SNAPSHOT=1 npm test -- 'clients/*.test.ts'
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from .bodies import FormFile


class AcceptInvitationAnswer(TypedDict):
    success: Literal[True]
    data: Invitation


class AcceptInvitationBody(TypedDict):
    #: The part of the link after the #.
    token: str


class _AccessTokenRequired(TypedDict):
    accessToken: str
    tokenType: Literal["Bearer"]
    expiresIn: int
    actor: Actor
    tenant: Tenant


class AccessToken(_AccessTokenRequired, total=False):
    #: The tenant asks for a second factor: set one up before anything else.
    secondFactorNeeded: Literal[True]


class AccountSession(TypedDict):
    id: str
    tenant: AccountSessionTenant
    #: The address at which it began.
    address: Optional[str]
    userAgent: Optional[str]
    createdAt: str
    lastUsedAt: str
    #: True for the session of this request.
    current: bool


class AccountSessionTenant(TypedDict):
    id: str
    name: str
    slug: str


class ActivateModuleAnswer(TypedDict):
    success: Literal[True]
    data: Module


class ActivateProductAnswer(TypedDict):
    success: Literal[True]
    data: Product


class Actor(TypedDict):
    type: Literal["api_key", "staff"]
    id: str
    name: str
    role: Role
    scopes: Optional[List[Scope]]
    #: The content types that the caller is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
    #: The language tag whose formats a member chose; null: those of the tenant.
    locale: Optional[str]


class AddReleaseEntriesAnswer(TypedDict):
    success: Literal[True]
    data: ReleaseWithEntries


class AddStorefrontCartCodeAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class AddStorefrontCartLinesAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class ApiKey(TypedDict):
    id: str
    #: The public part of the key.
    keyId: str
    label: str
    scopes: List[Scope]
    #: The content types that the key is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
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


class ApiKeyChange(TypedDict, total=False):
    label: str
    #: The content types that the key is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]


class ApiKeyRotation(TypedDict, total=False):
    #: How long the former key works beside the new one; 0: it is revoked at once.
    overlapHours: int
    #: The expiry of the new key. Without it, the new key lives as long as the former one was meant to.
    expiresAt: Optional[str]


class ApiKeyUsage(TypedDict):
    keyId: str
    requests: int
    #: Requests that were answered with 4xx or 5xx.
    failures: int
    #: One for each hour, oldest first; the last is the current one.
    hours: List[ApiKeyUsageHoursItem]


class ApiKeyUsageHoursItem(TypedDict):
    at: str
    requests: int
    failures: int


class AppliedDiscount(TypedDict):
    id: str
    code: str
    #: The amount that it takes off; for free shipping, that of shipping.
    amount: float
    #: False: it takes nothing off, because the subtotal is too small, it covers no line, or nothing is left to take.
    applies: bool


class ArchiveCustomerAnswer(TypedDict):
    success: Literal[True]
    data: Customer


class ArchiveProductAnswer(TypedDict):
    success: Literal[True]
    data: Product


class Asset(TypedDict):
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
    caption: str
    #: Whose work it is.
    credit: str
    #: By language tag, such as en or pt-BR: texts that replace those for every language.
    translations: Dict[str, AssetTranslation]
    tags: List[str]
    folder: str
    visibility: Literal["public", "private"]
    focalPoint: FocalPoint
    width: Optional[int]
    height: Optional[int]
    #: A blurred preview of some hundred bytes, as a data URI.
    placeholder: Optional[str]
    dominantColor: Optional[str]
    #: The file as it was uploaded. Null when it is private: ask for a signed one.
    url: Optional[str]
    #: The address of pictures in other sizes: add `&w=640`, or `&preset=` and the name of a preset. Null when it is private, or no image of which pictures are made.
    imageUrl: Optional[str]
    #: The pictures made of an image, without the place and time that a camera writes into it.
    derivatives: List[Derivative]
    version: int
    createdAt: str
    updatedAt: str


class AssetChange(TypedDict, total=False):
    title: str
    alt: str
    caption: str
    credit: str
    #: By language tag, such as en or pt-BR: texts that replace those for every language.
    translations: Dict[str, AssetTranslation]
    #: Kept in small letters, each once.
    tags: List[str]
    #: A path such as /campaigns/spring. A folder is there as long as something is in it.
    folder: str
    visibility: Literal["public", "private"]
    focalPoint: FocalPoint
    #: The file name of a download.
    filename: str
    #: allow: becomes private also if a live entry requires it.
    broken: Literal["allow"]


class AssetTranslation(TypedDict, total=False):
    alt: str
    caption: str
    credit: str


class AssetUsage(TypedDict):
    type: str
    id: str
    title: str


class AttemptNumbers(TypedDict):
    by: Literal["hour", "day"]
    timeZone: str
    #: The beginning of the first period.
    since: str
    #: The end of the last period.
    until: str
    totals: AttemptNumbersTotals
    #: One for each whole hour or day, oldest first; at is its beginning, day its day in the time zone.
    points: List[AttemptNumbersPointsItem]


class AttemptNumbersPointsItem(TypedDict):
    at: str
    day: str
    attempts: int
    #: The number of deliveries that were delivered.
    succeeded: int
    #: Attempts that failed, also if a later one succeeded.
    failed: int


class AttemptNumbersTotals(TypedDict):
    attempts: int
    #: The number of deliveries that were delivered.
    succeeded: int
    #: Attempts that failed, also if a later one succeeded.
    failed: int


class AuditLogEntry(TypedDict):
    #: The place in the chain: 1, 2, 3, …
    id: str
    at: str
    actor: AuditLogEntryActor
    action: str
    subject: NoticeSubject
    details: Dict[str, Any]


class AuditLogEntryActor(TypedDict):
    type: str
    id: Optional[str]
    name: str


class AuditLogVerification(TypedDict):
    entries: int
    intact: bool
    #: The first entry that was changed, or that one is missing before.
    brokenAt: Optional[str]


class Author(TypedDict):
    type: str
    id: Optional[str]
    name: str


class BeginPasskeyAnswer(TypedDict):
    success: Literal[True]
    data: BeginPasskeyAnswerData


class BeginPasskeyAnswerData(TypedDict):
    ticket: str
    options: Dict[str, Any]


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


class BriefEntry(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    status: Literal["draft", "published", "changed", "deleted"]
    version: int


class BulkChangeResult(TypedDict):
    changed: int
    unchanged: int
    failed: List[BulkChangeResultFailedItem]


class BulkChangeResultFailedItem(TypedDict):
    id: str
    code: str
    message: str


class _BulkOrderResultRequired(TypedDict):
    #: The place in orders, from 0.
    index: int
    status: Literal["created", "failed"]


class BulkOrderResult(_BulkOrderResultRequired, total=False):
    order: BulkOrderResultOrder
    error: EntryActionResultError


class BulkOrderResultOrder(TypedDict):
    id: str
    orderNumber: str
    total: float


class BulkOrdersResult(TypedDict):
    created: int
    failed: int
    results: List[BulkOrderResult]


class BusinessAddress(TypedDict, total=False):
    line1: Optional[str]
    line2: Optional[str]
    postalCode: Optional[str]
    city: Optional[str]
    region: Optional[str]
    country: Optional[str]


class CalendarItem(TypedDict):
    kind: Literal["entry", "release"]
    id: str
    #: The name, if it is a release.
    title: Optional[str]
    #: The title of the type of an entry.
    type: Optional[str]
    action: Literal["publish", "unpublish"]
    #: The locale that it is for; null: all.
    locale: Optional[str]
    at: str
    #: The day of that time in the time zone of the tenant.
    day: str
    #: For If-Match, to move it with `scheduleEntry` or `scheduleRelease`.
    version: int
    #: The entries of a release.
    entryCount: Optional[int]
    #: As the release was scheduled: send it again to move it.
    redirects: bool
    #: As the release was scheduled.
    broken: Literal["allow", None]
    #: Why it did not happen at its time.
    failure: Optional[CalendarItemFailure]


class CalendarItemFailure(TypedDict):
    failedAt: str
    message: str


class CancelCatalogImportAnswer(TypedDict):
    success: Literal[True]
    data: CatalogImport


class CancelImportAnswer(TypedDict):
    success: Literal[True]
    data: OrderImport


class CancelOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class CancelStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: Checkout


class Cancellation(TypedDict, total=False):
    reason: str
    #: true, which is the default, gives back what was paid; false keeps it for now.
    refund: bool


class Cart(TypedDict):
    id: str
    propertyId: Optional[str]
    currency: str
    locale: Optional[str]
    customerId: Optional[str]
    email: Optional[str]
    lines: List[CartLine]
    discountCodes: List[AppliedDiscount]
    note: Optional[str]
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]
    totals: CartTotals
    #: The problems that would stop a checkout.
    problems: List[CheckoutProblem]
    state: Literal["active", "abandoned", "completed"]
    version: int
    abandonedAt: Optional[str]
    createdAt: str
    updatedAt: str


class CartChange(TypedDict, total=False):
    email: Optional[str]
    note: Optional[str]
    #: ISO 4217, upper case.
    currency: str
    locale: Optional[str]
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]


class CartLine(TypedDict):
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


class CartLineChange(TypedDict):
    #: 0 removes the line.
    quantity: int


class CartSummary(TypedDict):
    id: str
    propertyId: Optional[str]
    currency: str
    customerId: Optional[str]
    email: Optional[str]
    lineCount: int
    quantity: int
    #: The subtotal that was shown after the last change.
    subtotal: float
    state: Literal["active", "abandoned", "completed"]
    version: int
    abandonedAt: Optional[str]
    createdAt: str
    updatedAt: str


class CartTotals(TypedDict):
    subtotal: float
    discount: float
    #: Null until its checkout has an address.
    estimatedTax: Optional[float]
    #: Without shipping.
    total: float


class CartWithToken(TypedDict):
    id: str
    propertyId: Optional[str]
    currency: str
    locale: Optional[str]
    customerId: Optional[str]
    email: Optional[str]
    lines: List[CartLine]
    discountCodes: List[AppliedDiscount]
    note: Optional[str]
    #: Texts of the storefront.
    attributes: Optional[Dict[str, str]]
    totals: CartTotals
    #: The problems that would stop a checkout.
    problems: List[CheckoutProblem]
    state: Literal["active", "abandoned", "completed"]
    version: int
    abandonedAt: Optional[str]
    createdAt: str
    updatedAt: str
    #: The bearer of all other calls about this cart.
    token: str


class CatalogImport(TypedDict):
    id: str
    #: As the request named it.
    fileName: Optional[str]
    startedBy: Optional[Author]
    status: Literal["receiving", "queued", "running", "finished", "failed", "cancelled"]
    format: Literal["csv", "ndjson"]
    dryRun: bool
    errorPolicy: Literal["reject_failed", "reject_all"]
    mapping: Dict[str, str]
    phase: Literal["checking", "writing"]
    bytes: CatalogImportBytes
    existing: Literal["update", "skip", "refuse"]
    currency: Optional[str]
    rows: int
    products: CatalogImportProducts
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


class CatalogImportBytes(TypedDict):
    received: int
    done: int


class CatalogImportProducts(TypedDict):
    created: int
    updated: int
    unchanged: int
    failed: int


class Category(TypedDict):
    id: str
    name: str
    handle: str
    parentId: Optional[str]
    #: The ids from the root to the category itself.
    path: List[str]
    position: int
    #: By language tag.
    translations: Dict[str, CategoryTranslation]
    version: int
    createdAt: str
    updatedAt: str


class CategoryChange(TypedDict, total=False):
    name: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    #: The category above it; null: none.
    parentId: Optional[str]
    #: Among those of one parent.
    position: int
    #: By language tag.
    translations: Dict[str, CategoryTranslation]


class CategoryTranslation(TypedDict, total=False):
    name: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str


class ChangeEntriesInBulkAnswer(TypedDict):
    success: Literal[True]
    data: EntriesActionResult


class ChangeInventorySettingsAnswer(TypedDict):
    success: Literal[True]
    data: InventorySettings


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
    data: BulkChangeResult


class ChangeProductsInBulkAnswer(TypedDict):
    success: Literal[True]
    data: BulkChangeResult


class Checkout(TypedDict):
    id: str
    cartId: str
    #: The id of its order, also before there is one.
    orderId: str
    orderNumber: Optional[str]
    state: Literal["open", "paying", "completed", "expired", "cancelled"]
    currency: str
    contact: CheckoutContact
    shippingAddress: Optional[CheckoutAddress]
    billingAddress: Optional[CheckoutAddress]
    shippingOption: Optional[ShippingOffer]
    #: The shipping options for this address.
    options: List[ShippingOffer]
    #: The chosen method as the settings have it now, else the first one.
    payment: CheckoutPayment
    paymentMethods: List[CheckoutPaymentMethodsItem]
    lines: List[CheckoutLine]
    discountCodes: List[AppliedDiscount]
    #: Null after a checkout ended without an order.
    totals: Optional[CheckoutTotals]
    #: The problems that would stop its completion.
    problems: List[CheckoutProblem]
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


class _CheckoutAddressRequired(TypedDict):
    line1: str
    city: str
    #: Two capital letters, ISO 3166-1.
    country: str


class CheckoutAddress(_CheckoutAddressRequired, total=False):
    name: Optional[str]
    company: Optional[str]
    line2: Optional[str]
    #: State or province; chooses the tax rate.
    region: Optional[str]
    postalCode: Optional[str]
    phone: Optional[str]


class CheckoutChange(TypedDict, total=False):
    contact: CheckoutChangeContact
    shippingAddress: Optional[CheckoutAddress]
    billingAddress: Optional[CheckoutAddress]
    #: One of `options`.
    shippingOptionId: Optional[str]
    #: The id of one of `paymentMethods`.
    paymentId: Optional[str]


class CheckoutChangeContact(TypedDict, total=False):
    email: Optional[str]
    #: International, for example +44 20 7946 0958.
    phone: Optional[str]


class CheckoutCompletion(TypedDict):
    #: The total that the shopper has seen: 409 checkout_changed if it is another one.
    expectedTotal: float


class CheckoutCompletionByStaff(TypedDict, total=False):
    expectedTotal: float


class CheckoutContact(TypedDict):
    email: Optional[str]
    phone: Optional[str]


class CheckoutLine(TypedDict):
    key: str
    variantId: str
    sku: str
    name: str
    quantity: int
    unitPrice: float
    amount: float
    discount: float
    tax: float


class CheckoutPayment(TypedDict):
    methodId: Optional[str]
    name: Optional[str]
    #: For the page after the order too.
    instructions: Optional[str]


class CheckoutPaymentMethodsItem(TypedDict):
    id: str
    name: str
    instructions: Optional[str]


class _CheckoutProblemRequired(TypedDict):
    #: empty, not_for_sale, no_price, out_of_stock, code_not_usable, email_missing, address_missing, shipping_option_missing, too_large
    code: str
    message: str


class CheckoutProblem(_CheckoutProblemRequired, total=False):
    lineKey: str


class CheckoutSettings(TypedDict):
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
    paymentMethods: List[PaymentMethod]
    recoveryUrl: Optional[str]
    version: int


class _CheckoutSettingsChangeRequired(TypedDict):
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
    paymentMethods: List[PaymentMethod]


class CheckoutSettingsChange(_CheckoutSettingsChangeRequired, total=False):
    #: The page of your shop that restores a cart, such as https://shop.example/recover#{token}. Left out, it stays as it is.
    recoveryUrl: Optional[str]


class CheckoutSummary(TypedDict):
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


class CheckoutTotals(TypedDict):
    subtotal: float
    discount: float
    shipping: float
    tax: float
    #: The other amounts contain the tax.
    taxIncluded: bool
    total: float


class ClaimStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: CartWithToken


class CompareEntryRevisionsAnswer(TypedDict):
    success: Literal[True]
    data: RevisionComparison


class CompleteCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CompletedCheckout


class CompleteStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: CompletedCheckout


class CompletedCheckout(TypedDict):
    id: str
    cartId: str
    state: Literal["open", "paying", "completed", "expired", "cancelled"]
    order: StorefrontOrder


class ConfirmPasskeyAnswer(TypedDict):
    success: Literal[True]
    data: RecoveryCodes


class ConfirmPasskeyBody(TypedDict):
    ticket: str
    name: str
    response: Dict[str, Any]


class ConfirmTotpAnswer(TypedDict):
    success: Literal[True]
    data: RecoveryCodes


class ConfirmTotpBody(TypedDict):
    code: str


class ContentBlock(TypedDict):
    name: str
    title: str
    fields: List[FieldDefinition]


ContentCalendar = TypedDict(
    "ContentCalendar",
    {
        "timeZone": "str",
        "from": "str",
        "to": "str",
        "items": "List[CalendarItem]",
        "isMore": "bool",
    },
)


class ContentColleague(TypedDict):
    id: str
    name: str


class ContentComment(TypedDict):
    id: str
    entryId: str
    #: The comment that it answers; null: it begins a thread.
    threadId: Optional[str]
    field: Optional[str]
    locale: Optional[str]
    #: The block that it is about.
    block: Optional[ContentCommentBlock]
    text: str
    mentions: List[str]
    author: Author
    version: int
    createdAt: str
    editedAt: Optional[str]
    resolvedAt: Optional[str]
    resolvedBy: Optional[Author]


class ContentCommentBlock(TypedDict):
    id: str
    #: The kind of the block: the name of its type.
    type: str
    #: The draft of the entry no longer has the block.
    isRemoved: bool


class ContentCommentChange(TypedDict, total=False):
    text: str
    #: Members of the staff who get a notice: their ids, as `listContentColleagues` has them.
    mentions: List[str]
    #: true: the thread is settled; false: it is open again.
    resolved: bool


class ContentCommentPlace(TypedDict):
    field: Optional[str]
    locale: Optional[str]
    blockId: Optional[str]
    #: Those that are open.
    threads: int


class ContentCommentThread(TypedDict):
    id: str
    entryId: str
    #: The comment that it answers; null: it begins a thread.
    threadId: Optional[str]
    field: Optional[str]
    locale: Optional[str]
    #: The block that it is about.
    block: Optional[ContentCommentBlock]
    text: str
    mentions: List[str]
    author: Author
    version: int
    createdAt: str
    editedAt: Optional[str]
    resolvedAt: Optional[str]
    resolvedBy: Optional[Author]
    #: The oldest first, 100 at most.
    replies: List[ContentComment]


class ContentLocale(TypedDict):
    code: str
    fallback: Optional[str]


class ContentLocales(TypedDict):
    default: str
    locales: List[ContentLocale]


class ContentLocalesChange(TypedDict):
    id: str
    status: Literal["running", "finished", "refused", "failed"]
    default: str
    locales: List[ContentLocale]
    #: Live entries that showed a value and would show none; with `copy` they got a copy.
    blank: List[ContentLocalesChangeBlankItem]
    #: Live entries with values in a locale that is removed. The values are kept.
    hidden: List[ContentLocalesChangeHiddenItem]
    #: The entries with localised fields when the change began.
    total: int
    #: The entries that are prepared.
    done: int
    reason: Optional[str]
    createdAt: str
    finishedAt: Optional[str]


class ContentLocalesChangeBlankItem(TypedDict):
    type: str
    count: int
    #: The slugs or ids of the first ten.
    first: List[str]


class ContentLocalesChangeHiddenItem(TypedDict):
    type: str
    count: int
    #: The slugs or ids of the first ten.
    first: List[str]
    locale: str


class ContentReview(TypedDict):
    entryId: str
    version: int
    status: Literal["requested", "approved", "changes_requested"]
    #: false: the entry has been saved since, so it counts no more.
    isCurrent: bool
    #: null: nobody asked.
    askedBy: Optional[Author]
    note: Optional[str]
    reviewerId: Optional[str]
    decidedBy: Optional[Author]
    decidedAt: Optional[str]
    decisionNote: Optional[str]
    overridden: bool
    createdAt: str


class _ContentReviewDecisionRequired(TypedDict):
    #: The version that was looked at. One that is not the latest gets 422.
    version: int
    decision: Literal["approve", "request_changes"]


class ContentReviewDecision(_ContentReviewDecisionRequired, total=False):
    #: Words for the writer; of changes, and of an override, they are required.
    note: str
    #: true: an owner approves without another person. The note is the reason in the audit log.
    override: bool


class ContentReviewRequest(TypedDict, total=False):
    #: The version to review; without it the latest.
    version: int
    #: Words for the reviewer.
    note: str
    #: The member who is asked, as `listContentColleagues` has them; without it anybody may review.
    reviewerId: str


class ContentSearchPiece(TypedDict):
    #: Plain text. Escape it as any other before it becomes HTML.
    text: str
    #: True: a word that was searched for.
    match: bool


class ContentSearchResult(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    #: The address of its page, if its type has addresses.
    path: Optional[str]
    title: Optional[str]
    #: The part of the text with the most words, in pieces that follow each other.
    excerpt: List[ContentSearchPiece]
    #: The locale of the text: another than the reader’s for a fallback.
    locale: str
    propertyId: Optional[str]
    publishedAt: Optional[str]


class ContentType(TypedDict):
    id: str
    name: str
    title: str
    #: It has no entries: fields of kind blocks of other types name it. Cannot be changed later.
    block: bool
    #: It has one entry at most, apart from those in the bin.
    singleton: bool
    #: Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it.
    review: bool
    #: manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them.
    order: Literal["none", "manual", "tree"]
    #: The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect.
    addresses: Dict[str, str]
    fields: List[FieldDefinition]
    #: The definitions of the blocks that its fields name, at any depth.
    blocks: List[ContentBlock]
    version: int
    #: The change that is under way, if any. The fields shown are in force, for readers and writers.
    changeId: Optional[str]
    #: How far the change is. In its phase migrate, lists sorted or filtered by a changed field find the entries that are done.
    change: Optional[ContentTypeProgress]
    createdAt: str
    updatedAt: str


class ContentTypeChange(TypedDict):
    id: str
    status: Literal["running", "finished", "refused", "failed"]
    phase: Literal["check", "migrate"]
    #: The entries of the type when the change began.
    total: Optional[int]
    checked: int
    migrated: int
    #: The number of entries that would not fit.
    broken: int
    examples: List[Dict[str, Any]]
    reason: Optional[str]
    createdAt: str
    finishedAt: Optional[str]


class _ContentTypeDefinitionRequired(TypedDict):
    title: str
    fields: List[FieldDefinition]


class ContentTypeDefinition(_ContentTypeDefinitionRequired, total=False):
    #: It has no entries: fields of kind blocks of other types name it. Cannot be changed later.
    block: bool
    #: It has one entry at most, apart from those in the bin.
    singleton: bool
    #: Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it.
    review: bool
    #: manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them.
    order: Literal["none", "manual", "tree"]
    #: The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect.
    addresses: Dict[str, str]
    migrate: ContentTypeMigration


class ContentTypeMigration(TypedDict, total=False):
    rename: Dict[str, str]
    #: Fields whose values may go.
    drop: List[str]
    default: Dict[str, Any]
    #: Fields whose values are turned into the new kind; lenient lets those go that cannot be.
    convert: Dict[str, Literal["strict", "lenient"]]
    #: Kinds of block whose blocks may go.
    dropBlocks: List[str]


class ContentTypeProgress(TypedDict):
    phase: Literal["check", "migrate"]
    #: The entries of the type when the change began.
    total: int
    #: The entries that the change has rewritten.
    done: int


class CountImport(TypedDict):
    rows: int
    #: Rows that changed the stock.
    counted: int
    unchanged: int
    #: Items that were not there before.
    created: int
    failed: int
    #: The errors by row of the file; the first 1000.
    errors: List[CountImportErrorsItem]


class CountImportErrorsItem(TypedDict):
    row: int
    field: str
    code: str
    message: str


class CountOrdersAnswer(TypedDict):
    success: Literal[True]
    data: OrderCount


class CountProductsAnswer(TypedDict):
    success: Literal[True]
    data: ProductCount


class CreateAdjustmentAnswer(TypedDict):
    success: Literal[True]
    data: Movements


class CreateApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: CreatedApiKey


class CreateCatalogImportAnswer(TypedDict):
    success: Literal[True]
    data: CatalogImport


class CreateCategoryAnswer(TypedDict):
    success: Literal[True]
    data: Category


class CreateCustomerAnswer(TypedDict):
    success: Literal[True]
    data: Customer


class CreateDiscountAnswer(TypedDict):
    success: Literal[True]
    data: Discount


class CreateEntryAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class CreateEntryCommentAnswer(TypedDict):
    success: Literal[True]
    data: ContentComment


class CreateImportAnswer(TypedDict):
    success: Literal[True]
    data: OrderImport


class CreateItemAnswer(TypedDict):
    success: Literal[True]
    data: Item


class CreateLocationAnswer(TypedDict):
    success: Literal[True]
    data: Location


class CreateOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class CreateOrderCommentAnswer(TypedDict):
    success: Literal[True]
    data: Order


class CreateOrderPaymentAnswer(TypedDict):
    success: Literal[True]
    data: Order


class CreateOrdersInBulkAnswer(TypedDict):
    success: Literal[True]
    data: BulkOrdersResult


class _CreateOrdersInBulkBodyRequired(TypedDict):
    #: At most 20000 line items altogether, and 3 MiB.
    orders: List[PastOrder]


class CreateOrdersInBulkBody(_CreateOrdersInBulkBodyRequired, total=False):
    #: reject_all: one bad order, and nothing is written (422). reject_failed: the good ones are written.
    errorPolicy: Literal["reject_all", "reject_failed"]


class CreatePreviewTokenAnswer(TypedDict):
    success: Literal[True]
    data: PreviewToken


class CreatePreviewTokenBody(TypedDict, total=False):
    #: The minutes for which it is valid: 15.
    minutes: int


class CreatePriceListAnswer(TypedDict):
    success: Literal[True]
    data: PriceList


class CreateProductAnswer(TypedDict):
    success: Literal[True]
    data: Product


class CreatePropertyAnswer(TypedDict):
    success: Literal[True]
    data: Property


class CreateRecoveryLinkAnswer(TypedDict):
    success: Literal[True]
    data: RecoveryLink


class CreateRedirectAnswer(TypedDict):
    success: Literal[True]
    data: Redirect


class CreateReleaseAnswer(TypedDict):
    success: Literal[True]
    data: Release


class CreateShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: ShippingOption


class CreateSitePreviewTokenAnswer(TypedDict):
    success: Literal[True]
    data: PreviewToken


class CreateStaffAnswer(TypedDict):
    success: Literal[True]
    data: InvitedStaffMember


class _CreateStaffBodyRequired(TypedDict):
    email: str
    role: Role


class CreateStaffBody(_CreateStaffBodyRequired, total=False):
    name: str
    #: The content types that the member is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]


class CreateStaffInvitationAnswer(TypedDict):
    success: Literal[True]
    data: InvitedStaffMember


class CreateStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: CartWithToken


class CreateStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: StorefrontKey


class CreateStorefrontSessionAnswer(TypedDict):
    success: Literal[True]
    data: CustomerSession


class CreateTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: TaxRate


class CreateTransferAnswer(TypedDict):
    success: Literal[True]
    data: Movements


class CreateVariantAnswer(TypedDict):
    success: Literal[True]
    data: Variant


class CreateViewAnswer(TypedDict):
    success: Literal[True]
    data: View


class CreateWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Subscription


class CreatedApiKey(TypedDict):
    id: str
    #: The public part of the key.
    keyId: str
    label: str
    scopes: List[Scope]
    #: The content types that the key is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
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


class Customer(TypedDict):
    id: str
    type: Literal["person", "company"]
    name: str
    #: The primary one, lower case.
    email: Optional[str]
    emails: List[str]
    #: The primary one, as + and digits.
    phone: Optional[str]
    phones: List[str]
    addresses: List[CustomerAddress]
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


class CustomerAddress(TypedDict):
    label: Optional[str]
    defaultShipping: bool
    defaultBilling: bool
    address: Address


class CustomerChange(TypedDict, total=False):
    name: str
    #: The first is the primary one.
    emails: List[str]
    #: The first is the primary one.
    phones: List[str]
    #: At most one default of each kind.
    addresses: List[NewCustomerAddress]
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


class _CustomerInFullRequired(TypedDict):
    id: str
    type: Literal["person", "company"]
    name: str
    #: The primary one, lower case.
    email: Optional[str]
    emails: List[str]
    #: The primary one, as + and digits.
    phone: Optional[str]
    phones: List[str]
    addresses: List[CustomerAddress]
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


class CustomerInFull(_CustomerInFullRequired, total=False):
    #: The progress of a merge or an erasure with many orders, while it lasts. Its orders are shown as they will be; each gets its next version when it is processed.
    inProgress: List[CustomerWork]


CustomerMerge = TypedDict(
    "CustomerMerge",
    {
        "from": "str",
    },
)


class CustomerSession(TypedDict):
    #: The bearer of this customer at this site, for 60 minutes.
    token: str
    expiresAt: str
    customerId: str
    propertyId: str


class _CustomerSummaryRequired(TypedDict):
    id: str
    type: Literal["person", "company"]
    name: str
    #: The primary one, lower case.
    email: Optional[str]
    emails: List[str]
    #: The primary one, as + and digits.
    phone: Optional[str]
    phones: List[str]
    addresses: List[CustomerAddress]
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


class CustomerSummary(_CustomerSummaryRequired, total=False):
    #: Only with expand=orders.
    orders: CustomerSummaryOrders


class CustomerSummaryOrders(TypedDict):
    #: Counted to 100.
    count: int
    #: false: there are more.
    isExact: bool
    lastOrderAt: Optional[str]
    #: Per currency, as in the totals of the customer. If the count is not exact: as it was added up last, and null before that.
    revenue: Optional[List[CustomerSummaryOrdersRevenueItem]]


class CustomerSummaryOrdersRevenueItem(TypedDict):
    currency: str
    amount: float


class CustomerTimelineEntry(TypedDict):
    id: str
    about: Literal["order", "customer"]
    #: With about `order`: placed, payment, fulfilled, delivered, cancelled, refunded, edited, commented. With about `customer`: created, edited, archived, unarchived, merged, erased.
    action: Literal["placed", "payment", "fulfilled", "delivered", "cancelled", "refunded", "edited", "commented", "created", "archived", "unarchived", "merged", "erased"]
    at: str
    actor: Optional[CustomerTimelineEntryActor]
    order: Optional[CustomerTimelineEntryOrder]
    #: Details, depending on the action. The timeline of an order has more.
    details: CustomerTimelineEntryDetails


class CustomerTimelineEntryActor(TypedDict):
    type: str
    id: Optional[str]
    #: The name at that time.
    name: str


CustomerTimelineEntryDetails = TypedDict(
    "CustomerTimelineEntryDetails",
    {
        "tracking": "Tracking",
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


class CustomerTimelineEntryOrder(TypedDict):
    id: str
    orderNumber: str
    currency: str
    total: float


class CustomerTotals(TypedDict):
    customerId: str
    orders: int
    firstOrderAt: Optional[str]
    lastOrderAt: Optional[str]
    currencies: List[CustomerTotalsCurrenciesItem]


class CustomerTotalsCurrenciesItem(TypedDict):
    currency: str
    orders: int
    #: The value of the orders, less refunds and the unpaid part of cancelled orders, as in the metrics.
    revenue: float


CustomerWork = TypedDict(
    "CustomerWork",
    {
        "kind": "Literal['merge', 'erase']",
        "from": "Optional[str]",
        "orders": "CustomerWorkOrders",
        "since": "str",
    },
)


class CustomerWorkOrders(TypedDict):
    done: int
    #: Counted to a million.
    left: int


class DeactivateModuleAnswer(TypedDict):
    success: Literal[True]
    data: Module


class DecideEntryReviewAnswer(TypedDict):
    success: Literal[True]
    data: ContentReview


class DeleteApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteAssetAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteAuthSessionAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteCategoryAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteCommentAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteContentTypeAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteDiscountAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteEntryAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteLocationAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeletePriceListAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteProductAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeletePropertyAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteRedirectAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteReleaseAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteStaffAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteVariantAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteViewAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class DeleteWebhookReplayAnswer(TypedDict):
    success: Literal[True]
    data: Replay


class DeleteWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class Deleted(TypedDict):
    id: str
    deleted: Literal[True]


class DeliverOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class DeliveredItems(TypedDict, total=False):
    #: Which units of which lines. Without it: all that are open.
    items: List[DeliveredItemsItemsItem]


class DeliveredItemsItemsItem(TypedDict):
    #: The number of the line.
    line: int
    quantity: int


class Delivery(TypedDict):
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


class DeliveryAttempt(TypedDict):
    #: 1 to 8.
    attempt: int
    startedAt: str
    durationMs: int
    #: Each phase alone; the first three only when a new connection was made.
    timings: DeliveryAttemptTimings
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


class DeliveryAttemptTimings(TypedDict, total=False):
    dnsMs: float
    connectMs: float
    tlsMs: float
    firstByteMs: float
    totalMs: float


class DeliveryInList(TypedDict):
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
    object: Optional[DeliveryInListObject]
    lastAttempt: Optional[DeliveryInListLastAttempt]


class DeliveryInListLastAttempt(TypedDict):
    at: str
    statusCode: Optional[int]
    #: The class of failure; null for a success.
    failure: Optional[str]
    message: str


class DeliveryInListObject(TypedDict):
    id: str
    label: Optional[str]


class DeliveryWithAttempts(TypedDict):
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
    attempts: List[DeliveryAttempt]


class Derivative(TypedDict):
    name: Literal["thumbnail", "small", "medium", "large"]
    format: Literal["webp", "avif"]
    width: int
    height: int
    size: int
    url: Optional[str]


class Dimensions(TypedDict):
    lengthMm: int
    widthMm: int
    heightMm: int


class Discount(TypedDict):
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


class DiscountChange(TypedDict, total=False):
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


class EndOtherSessionsAnswer(TypedDict):
    success: Literal[True]
    data: EndOtherSessionsAnswerData


class EndOtherSessionsAnswerData(TypedDict):
    ended: int


class EndStorefrontSessionAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class _EntriesActionRequired(TypedDict):
    action: Literal["publish", "unpublish", "delete", "restore"]
    entries: List[EntriesActionEntriesItem]


class EntriesAction(_EntriesActionRequired, total=False):
    #: The locales that go live or are taken down; without it all.
    locales: List[str]
    #: allow: also if a live entry then lacks something that its type requires.
    broken: Literal["allow"]
    #: true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too.
    redirects: bool
    #: true: entries that cannot be changed stay as they are, the others change. Otherwise one such entry, and nothing changes (422).
    partial: bool


class _EntriesActionEntriesItemRequired(TypedDict):
    id: str


class EntriesActionEntriesItem(_EntriesActionEntriesItemRequired, total=False):
    #: The version that was seen: the entry fails if it has been saved since.
    version: int


class EntriesActionResult(TypedDict):
    changed: int
    #: Published entries without a change since.
    unchanged: int
    failed: int
    results: List[EntryActionResult]


class Entry(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    propertyId: Optional[str]
    #: The entry above it, if its type is a tree.
    parentId: Optional[str]
    #: changed: live, and the draft has been saved since in a locale that is live; readers see what was published.
    status: Literal["draft", "published", "changed", "deleted"]
    #: The number of the latest revision of the draft.
    version: int
    publishedVersion: Optional[int]
    #: The draft. A localised field is an object with a value per locale.
    fields: Dict[str, Any]
    schedule: EntryTimes
    #: The status in each locale, and the times that are set for it alone.
    locales: Dict[str, EntryLocale]
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]
    firstPublishedAt: Optional[str]
    deletedAt: Optional[str]
    restorableUntil: Optional[str]


class _EntryActionResultRequired(TypedDict):
    #: The place in entries, from 0.
    index: int
    id: str
    status: Literal["changed", "unchanged", "failed"]


class EntryActionResult(_EntryActionResultRequired, total=False):
    entry: BriefEntry
    #: As publishing a single entry names them.
    warnings: List[Problem]
    error: EntryActionResultError


class EntryActionResultError(TypedDict):
    code: str
    message: str
    details: List[Problem]


class EntryAncestor(TypedDict):
    id: str
    #: Its first text.
    title: Optional[str]
    slug: Optional[str]
    path: Optional[str]


class EntryChange(TypedDict, total=False):
    #: The site (property) it is for; null: for all.
    propertyId: Optional[str]
    #: By the names of the type. null takes a value away; of a localised field, only the locales named change.
    fields: Dict[str, Any]


class EntryFacet(TypedDict):
    #: The most frequent values, 50 at most.
    values: List[EntryFacetValuesItem]
    #: True: there are other values.
    isMore: bool
    #: False: only so many entries were compared as the total says.
    isExact: bool


class EntryFacetValuesItem(TypedDict):
    value: Union[str, float, bool]
    count: int


class _EntryLocaleRequired(TypedDict):
    #: draft: readers of this locale see nothing of its own; changed: it is live, and its draft has been saved since.
    status: Literal["draft", "published", "changed"]


class EntryLocale(_EntryLocaleRequired, total=False):
    publishedAt: str
    publishAt: str
    unpublishAt: str
    failure: ScheduleFailure


class EntryNode(TypedDict):
    id: str
    #: Its first text.
    title: Optional[str]
    slug: Optional[str]
    path: Optional[str]
    #: The entry above it; null: it is at the top.
    parentId: Optional[str]
    #: 1 is the first level of the answer.
    level: int


class EntryPosition(TypedDict, total=False):
    #: The entry that it comes below, of a tree; null: the top. Without it, that of `before` or `after`.
    parentId: Optional[str]
    #: The entry that it comes right before.
    before: str
    #: The entry that it comes right behind.
    after: str
    #: Which end it comes to. Below another parent, last if nothing else is said.
    at: Literal["first", "last"]
    #: true: the former addresses of its pages, and of those below, redirect to the new ones. A key for it has write:redirects, too.
    redirects: bool


class EntryReference(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    field: str
    #: published: readers see the reference.
    stage: Literal["draft", "published"]
    #: Every place of the reference, 20 at most.
    places: List[EntryReferencePlacesItem]


class EntryReferencePlacesItem(TypedDict):
    field: str
    stage: Literal["draft", "published"]


class EntrySchedule(TypedDict, total=False):
    #: When it goes live; null: no longer.
    at: Optional[str]
    #: When it is taken down; null: no longer.
    unpublishAt: Optional[str]
    #: The locales that the times are for; without it the whole entry.
    locales: List[str]


class EntryTimes(TypedDict):
    publishAt: Optional[str]
    unpublishAt: Optional[str]
    #: Why what was scheduled did not happen at its time.
    failure: Optional[ScheduleFailure]


class EntryTotal(TypedDict):
    count: int
    #: False: at least so many; more were not compared.
    isExact: bool


class EntryWithWarnings(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    propertyId: Optional[str]
    #: The entry above it, if its type is a tree.
    parentId: Optional[str]
    #: changed: live, and the draft has been saved since in a locale that is live; readers see what was published.
    status: Literal["draft", "published", "changed", "deleted"]
    #: The number of the latest revision of the draft.
    version: int
    publishedVersion: Optional[int]
    #: The draft. A localised field is an object with a value per locale.
    fields: Dict[str, Any]
    schedule: EntryTimes
    #: The status in each locale, and the times that are set for it alone.
    locales: Dict[str, EntryLocale]
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]
    firstPublishedAt: Optional[str]
    deletedAt: Optional[str]
    restorableUntil: Optional[str]
    #: References and assets that visitors do not get: drafts, deleted entries, private assets. Fields without locales that change for readers of the other live locales too. `parentId`: an entry above it is not live.
    warnings: List[EntryWithWarningsWarningsItem]
    #: The pages whose addresses change, if the type has `addresses`: its own, and those below whose paths contain its slug. `redirects` makes the former ones lead on.
    moved: List[EntryWithWarningsMovedItem]


EntryWithWarningsMovedItem = TypedDict(
    "EntryWithWarningsMovedItem",
    {
        "locale": "str",
        "from": "str",
        "to": "str",
    },
)


class EntryWithWarningsWarningsItem(TypedDict):
    path: str
    code: str
    message: str


class EraseCustomerAnswer(TypedDict):
    success: Literal[True]
    data: CustomerInFull


class Event(TypedDict):
    id: str
    type: str
    data: Dict[str, Any]
    createdAt: str


class EventType(TypedDict):
    type: str
    topic: str
    description: str
    #: True if a webhook can carry it.
    subscribable: bool
    #: JSON Schema of its data.
    schema: Dict[str, Any]
    example: Dict[str, Any]


class EventWithDeliveries(TypedDict):
    id: str
    type: str
    data: Dict[str, Any]
    createdAt: str
    #: When its data was removed on request; null if it was not.
    expungedAt: Optional[str]
    #: GET /v1/events?after= goes on behind this event. Null for a test, until the event is dispatched, and when that was delayed.
    feedCursor: Optional[str]
    #: To every subscription and for every cause, newest first; 100 at most.
    deliveries: List[DeliveryInList]
    #: GET /v1/webhooks/deliveries?eventId= lists all of them.
    hasMoreDeliveries: bool


class ExpireCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: Checkout


class Expunction(TypedDict, total=False):
    #: Also removes the event's data, for all its deliveries and from GET /v1/events.
    payload: bool


class ExpungeWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: DeliveryWithAttempts


FieldCondition = TypedDict(
    "FieldCondition",
    {
        "field": "str",
        "in": "List[Union[str, float, bool]]",
    },
)


_FieldDefinitionRequired = TypedDict(
    "_FieldDefinitionRequired",
    {
        "name": "str",
        "kind": "Literal['text', 'richtext', 'markdown', 'number', 'boolean', 'datetime', 'date', 'email', 'url', 'colour', 'select', 'slug', 'media', 'reference', 'list', 'group', 'blocks', 'json']",
    },
)
_FieldDefinitionOptional = TypedDict(
    "_FieldDefinitionOptional",
    {
        "label": "str",
        "help": "str",
        "required": "bool",
        "requiredLocales": "List[str]",
        "default": "Any",
        "showIf": "FieldCondition",
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
        "accept": "List[str]",
        "from": "str",
        "of": "ItemDefinition",
        "fields": "List[FieldDefinition]",
        "blocks": "List[str]",
    },
    total=False,
)


class FieldDefinition(_FieldDefinitionRequired, _FieldDefinitionOptional):
    pass


class FocalPoint(TypedDict):
    x: float
    y: float


FolderMove = TypedDict(
    "FolderMove",
    {
        "from": "str",
        "to": "str",
    },
)


class FulfillOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class Fulfillment(TypedDict, total=False):
    #: Which units of which lines. Without it: all that are open.
    items: List[DeliveredItemsItemsItem]
    tracking: Tracking


class GetApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: ApiKey


class GetApiKeyUsageAnswer(TypedDict):
    success: Literal[True]
    data: ApiKeyUsage


class GetAssetAnswer(TypedDict):
    success: Literal[True]
    data: Asset


class GetAssetUsageAnswer(TypedDict):
    success: Literal[True]
    data: List[AssetUsage]


class GetAuditLogVerificationAnswer(TypedDict):
    success: Literal[True]
    data: AuditLogVerification


class GetAuthAccountAnswer(TypedDict):
    success: Literal[True]
    data: GetAuthAccountAnswerData


class GetAuthAccountAnswerData(TypedDict):
    email: str


class GetAuthSecondFactorsAnswer(TypedDict):
    success: Literal[True]
    data: SecondFactors


class GetCartAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class GetCatalogImportAnswer(TypedDict):
    success: Literal[True]
    data: CatalogImport


class GetCategoryAnswer(TypedDict):
    success: Literal[True]
    data: Category


class GetCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: Checkout


class GetCheckoutSettingsAnswer(TypedDict):
    success: Literal[True]
    data: CheckoutSettings


class GetContentCalendarAnswer(TypedDict):
    success: Literal[True]
    data: ContentCalendar


class GetContentLocalesAnswer(TypedDict):
    success: Literal[True]
    data: ContentLocales


class GetContentLocalesChangeAnswer(TypedDict):
    success: Literal[True]
    data: ContentLocalesChange


class GetContentTypeAnswer(TypedDict):
    success: Literal[True]
    data: ContentType


class GetContentTypeChangeAnswer(TypedDict):
    success: Literal[True]
    data: ContentTypeChange


class GetCustomerAnswer(TypedDict):
    success: Literal[True]
    data: CustomerInFull


class GetCustomerTotalsAnswer(TypedDict):
    success: Literal[True]
    data: CustomerTotals


class GetDiscountAnswer(TypedDict):
    success: Literal[True]
    data: Discount


class GetEntryAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class GetEntryReviewAnswer(TypedDict):
    success: Literal[True]
    data: Optional[ContentReview]


class GetEntryRevisionAnswer(TypedDict):
    success: Literal[True]
    data: RevisionInFull


class GetEventAnswer(TypedDict):
    success: Literal[True]
    data: EventWithDeliveries


class GetHealthzAnswer(TypedDict):
    success: Literal[True]
    data: GetHealthzAnswerData


class GetHealthzAnswerData(TypedDict):
    status: Literal["ok"]


class GetHomeAnswer(TypedDict):
    success: Literal[True]
    data: Home


class GetImagePresetsAnswer(TypedDict):
    success: Literal[True]
    #: By name: small letters, digits and hyphens.
    data: Dict[str, ImagePreset]


class GetImportAnswer(TypedDict):
    success: Literal[True]
    data: OrderImport


class GetInventorySettingsAnswer(TypedDict):
    success: Literal[True]
    data: InventorySettings


class GetItemAnswer(TypedDict):
    success: Literal[True]
    data: Item


class GetLocationAnswer(TypedDict):
    success: Literal[True]
    data: Location


class GetMeAnswer(TypedDict):
    success: Literal[True]
    data: Me


class GetOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class GetOrderMetricsAnswer(TypedDict):
    success: Literal[True]
    data: OrderMetrics


class GetPriceListAnswer(TypedDict):
    success: Literal[True]
    data: PriceList


class GetProductAnswer(TypedDict):
    success: Literal[True]
    data: Product


class GetProductVariantsAnswer(TypedDict):
    success: Literal[True]
    data: ProductVariants


class GetPropertyAnswer(TypedDict):
    success: Literal[True]
    data: Property


class _GetPublishedEntryAnswerRequired(TypedDict):
    success: Literal[True]
    data: PublishedEntry


class GetPublishedEntryAnswer(_GetPublishedEntryAnswerRequired, total=False):
    #: The lists of `referrers`, by the names that the request gave them.
    referrers: Dict[str, ReferrerList]


class GetPublishedTreeAnswer(TypedDict):
    success: Literal[True]
    data: List[EntryNode]


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
    data: Redirect


class GetReleaseAnswer(TypedDict):
    success: Literal[True]
    data: ReleaseWithEntries


class GetRequestAnswer(TypedDict):
    success: Literal[True]
    data: LoggedRequestInFull


class GetShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: ShippingOption


class GetStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class GetStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: Checkout


class _GetStorefrontEntryAnswerRequired(TypedDict):
    success: Literal[True]
    data: PublishedEntry


class GetStorefrontEntryAnswer(_GetStorefrontEntryAnswerRequired, total=False):
    #: The lists of `referrers`, by the names that the request gave them.
    referrers: Dict[str, ReferrerList]


class GetStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: StorefrontKey


class GetStorefrontOrderAnswer(TypedDict):
    success: Literal[True]
    data: StorefrontOrder


class GetStorefrontOrderOfCartAnswer(TypedDict):
    success: Literal[True]
    data: StorefrontOrder


class GetStorefrontProductAnswer(TypedDict):
    success: Literal[True]
    data: StorefrontProduct


class GetStorefrontShopAnswer(TypedDict):
    success: Literal[True]
    data: Shop


class GetStorefrontTreeAnswer(TypedDict):
    success: Literal[True]
    data: List[EntryNode]


class GetTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: TaxRate


class GetTenantAnswer(TypedDict):
    success: Literal[True]
    data: TenantSettings


class GetTenantSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: SecondFactorRoles


class GetUsageAnswer(TypedDict):
    success: Literal[True]
    data: List[GetUsageAnswerDataItem]


class GetUsageAnswerDataItem(TypedDict):
    #: files: uploads and pictures made of them. imports: files of imports that are not over. answers: kept for 24 hours for each Idempotency-Key. The others are counted.
    kind: Literal["files", "transforms", "imports", "answers", "entries", "redirects", "products", "items", "customers", "orders"]
    unit: Literal["bytes", "rows"]
    used: int
    #: null: no limit.
    allowed: Optional[int]


class GetVariantAnswer(TypedDict):
    success: Literal[True]
    data: Variant


class GetViewAnswer(TypedDict):
    success: Literal[True]
    data: View


class GetWebhookAttemptsAnswer(TypedDict):
    success: Literal[True]
    data: AttemptNumbers


class GetWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: DeliveryWithAttempts


class GetWebhookReplayAnswer(TypedDict):
    success: Literal[True]
    data: Replay


class GetWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Subscription


class GetWebhookSubscriptionAttemptsAnswer(TypedDict):
    success: Literal[True]
    data: SubscriptionAttempts


class GetWebhookSubscriptionHealthAnswer(TypedDict):
    success: Literal[True]
    data: SubscriptionHealth


class Home(TypedDict):
    timeZone: str
    orders: Optional[HomeOrders]
    stock: Optional[HomeStock]
    checkouts: Optional[HomeCheckouts]
    scheduled: Optional[HomeScheduled]
    webhooks: Optional[HomeWebhooks]
    keys: Optional[HomeKeys]


class HomeCheckouts(TypedDict):
    paying: HomeCheckoutsPaying


class HomeCheckoutsPaying(TypedDict):
    #: Paid for more than ten seconds, and without an order.
    count: int
    #: More than 100, of which no more are counted.
    isMore: bool
    oldest: Optional[HomeCheckoutsPayingOldest]


class HomeCheckoutsPayingOldest(TypedDict):
    cartId: str
    since: str


class HomeKeys(TypedDict):
    hasAny: bool
    #: Those that expire within 14 days, the first 10.
    expiring: List[HomeKeysExpiringItem]


class HomeKeysExpiringItem(TypedDict):
    id: str
    label: str
    expiresAt: str


class HomeOrders(TypedDict):
    #: Orders that are placed or partially_fulfilled.
    unfulfilled: OrdersCounted
    #: Orders with a balance, whatever was paid and refunded: those of owed=true.
    unpaid: OrdersCounted
    #: The balances of these orders, one sum per currency, the one with the most orders first. If unpaid has more than 1000, those of the newest 1000.
    owed: List[OrdersOwed]
    today: HomeOrdersToday
    #: Until the same time of day, less the last minutes: a whole quarter of an hour.
    yesterday: HomeOrdersYesterday
    #: The five currencies with the most orders.
    sales: OrderMetrics
    hasCustomers: bool
    hasOrders: bool


class HomeOrdersToday(TypedDict):
    day: str
    #: One per currency: money of two currencies is not added.
    totals: List[OrderFigures]


class HomeOrdersYesterday(TypedDict):
    day: str
    until: str
    #: One per currency: money of two currencies is not added.
    totals: List[OrderFigures]


class HomeScheduled(TypedDict):
    #: Failed ones first, then by time, the first 5.
    entries: List[HomeScheduledEntriesItem]
    #: Releases, failed ones first, then by time, the first 5.
    releases: List[HomeScheduledReleasesItem]
    isMore: bool


class HomeScheduledEntriesItem(TypedDict):
    id: str
    title: Optional[str]
    #: The title of its type.
    type: str
    action: Literal["publish", "unpublish"]
    #: The locale that it is for; null: all.
    locale: Optional[str]
    at: str
    hasFailed: bool


class HomeScheduledReleasesItem(TypedDict):
    id: str
    name: str
    at: str
    entryCount: int
    #: Nothing of it was published at its time.
    hasFailed: bool


class HomeStock(TypedDict):
    low: StockCount
    depleted: StockCount
    short: StockCount


class HomeWebhooks(TypedDict):
    #: Active subscriptions with a delivery that failed and is tried again, or whose latest one failed for good.
    failing: int
    #: All subscriptions.
    count: int
    #: Failing ones first, the first 5; their health in the last 24 hours.
    subscriptions: List[HomeWebhooksSubscriptionsItem]
    #: Unread, newest first, the first 20.
    notices: List[Notice]


class HomeWebhooksSubscriptionsItem(TypedDict):
    id: str
    name: str
    active: bool
    health: SubscriptionHealth


class ImagePreset(TypedDict, total=False):
    #: The width in pixels. No picture is larger than its image.
    w: int
    #: The height in pixels.
    h: int
    #: cover: fills the box, cropped around the focal point (the default with both sides). inside: the whole image, no larger than the box (the default with one side). contain: the whole image in the middle of the box.
    fit: Literal["cover", "contain", "inside"]
    #: The quality; without it, one that suits the format.
    q: int
    #: auto, the default, is AVIF or WebP if the browser accepts it, else JPEG, or PNG with transparency.
    format: Literal["auto", "webp", "avif", "jpeg", "png"]


class ImportCountsAnswer(TypedDict):
    success: Literal[True]
    data: CountImport


class ImportRedirectsAnswer(TypedDict):
    success: Literal[True]
    data: RedirectImport


class InventorySettings(TypedDict):
    #: true: orders of the channel import reserve stock as others do. They are history otherwise.
    importsTakeStock: bool
    version: int


class InventorySettingsChange(TypedDict, total=False):
    importsTakeStock: bool


class Invitation(TypedDict):
    email: str
    role: Role
    tenant: InvitationTenant
    expiresAt: str


class InvitationTenant(TypedDict):
    name: str
    slug: str


class InvitedStaffMember(TypedDict):
    id: str
    #: The address, as this tenant wrote it.
    email: str
    name: str
    role: Role
    #: The content types that the member is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
    status: Literal["invited", "joined"]
    createdAt: str
    #: The time at which the invitation link expires; null when the member needs a new link.
    invitationExpiresAt: Optional[str]
    #: Shown once, valid for seven days. The person who opens it sets a password, or accepts with an existing account.
    invitationLink: Optional[str]


class Item(TypedDict):
    sku: str
    #: The product that has this SKU, for callers that may read the catalog.
    product: Optional[ItemProduct]
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
    levels: List[StockLevel]
    version: int
    createdAt: str
    updatedAt: str


class ItemChange(TypedDict, total=False):
    #: false: orders of this SKU reserve nothing.
    tracked: bool
    #: Units that may be reserved beyond the stock: 0 none, null without limit.
    backorderLimit: Optional[int]
    #: inventory.low is published when the stock falls to this number or below; null: never.
    lowAt: Optional[int]


_ItemDefinitionRequired = TypedDict(
    "_ItemDefinitionRequired",
    {
        "kind": "Literal['text', 'richtext', 'markdown', 'number', 'boolean', 'datetime', 'date', 'email', 'url', 'colour', 'select', 'slug', 'media', 'reference', 'list', 'group', 'blocks', 'json']",
    },
)
_ItemDefinitionOptional = TypedDict(
    "_ItemDefinitionOptional",
    {
        "label": "str",
        "help": "str",
        "required": "bool",
        "requiredLocales": "List[str]",
        "default": "Any",
        "showIf": "FieldCondition",
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
        "accept": "List[str]",
        "from": "str",
        "of": "ItemDefinition",
        "fields": "List[FieldDefinition]",
        "blocks": "List[str]",
    },
    total=False,
)


class ItemDefinition(_ItemDefinitionRequired, _ItemDefinitionOptional):
    pass


class ItemProduct(TypedDict):
    id: str
    title: str
    variantId: str
    optionValues: List[str]


class JoinByInvitationAnswer(TypedDict):
    success: Literal[True]
    data: Invitation


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
    data: List[ApiKey]
    pagination: Pagination


class ListAssetFoldersAnswer(TypedDict):
    success: Literal[True]
    data: List[ListAssetFoldersAnswerDataItem]


class ListAssetFoldersAnswerDataItem(TypedDict):
    folder: str
    assets: int


class ListAssetsAnswer(TypedDict):
    success: Literal[True]
    data: List[Asset]
    pagination: Pagination


class ListAuditLogAnswer(TypedDict):
    success: Literal[True]
    data: List[AuditLogEntry]
    pagination: Pagination


class ListAuthSessionsAnswer(TypedDict):
    success: Literal[True]
    data: List[AccountSession]


class ListAuthTenantsAnswer(TypedDict):
    success: Literal[True]
    data: List[TenantOfAccount]


class ListCartsAnswer(TypedDict):
    success: Literal[True]
    data: List[CartSummary]
    pagination: Pagination


class ListCatalogImportsAnswer(TypedDict):
    success: Literal[True]
    data: List[CatalogImport]
    pagination: Pagination


class ListCategoriesAnswer(TypedDict):
    success: Literal[True]
    data: List[Category]
    pagination: Pagination


class ListCheckoutsAnswer(TypedDict):
    success: Literal[True]
    data: List[CheckoutSummary]
    pagination: Pagination


class ListContentColleaguesAnswer(TypedDict):
    success: Literal[True]
    data: List[ContentColleague]


class ListContentReviewsAnswer(TypedDict):
    success: Literal[True]
    data: List[ListedContentReview]
    pagination: Pagination


class ListContentTypesAnswer(TypedDict):
    success: Literal[True]
    data: List[ContentType]
    pagination: Pagination


class ListCustomerOrdersAnswer(TypedDict):
    success: Literal[True]
    data: List[OrderOfCustomer]
    pagination: Pagination


class ListCustomerTimelineAnswer(TypedDict):
    success: Literal[True]
    data: List[CustomerTimelineEntry]
    pagination: Pagination


class ListCustomersAnswer(TypedDict):
    success: Literal[True]
    data: List[CustomerSummary]
    pagination: Pagination


class ListDiscountsAnswer(TypedDict):
    success: Literal[True]
    data: List[Discount]
    pagination: Pagination


class _ListEntriesAnswerRequired(TypedDict):
    success: Literal[True]
    data: List[Entry]
    pagination: Pagination


class ListEntriesAnswer(_ListEntriesAnswerRequired, total=False):
    total: EntryTotal
    facets: Dict[str, EntryFacet]


class ListEntryCommentPlacesAnswer(TypedDict):
    success: Literal[True]
    data: List[ContentCommentPlace]


class ListEntryCommentsAnswer(TypedDict):
    success: Literal[True]
    data: List[ContentCommentThread]
    pagination: Pagination


class ListEntryReferencesAnswer(TypedDict):
    success: Literal[True]
    data: List[EntryReference]
    pagination: Pagination


class ListEntryRevisionsAnswer(TypedDict):
    success: Literal[True]
    data: List[Revision]
    pagination: Pagination


class ListEventTypesAnswer(TypedDict):
    success: Literal[True]
    data: List[EventType]


class ListEventsAnswer(TypedDict):
    success: Literal[True]
    data: List[Event]
    pagination: Pagination


class ListImportsAnswer(TypedDict):
    success: Literal[True]
    data: List[OrderImport]
    pagination: Pagination


class ListItemsAnswer(TypedDict):
    success: Literal[True]
    data: List[Item]
    pagination: Pagination


class ListLocationsAnswer(TypedDict):
    success: Literal[True]
    data: List[Location]
    pagination: Pagination


class ListModulesAnswer(TypedDict):
    success: Literal[True]
    data: List[Module]


class ListMovementsAnswer(TypedDict):
    success: Literal[True]
    data: List[Movement]
    pagination: Pagination


class ListNoticesAnswer(TypedDict):
    success: Literal[True]
    data: List[Notice]
    pagination: Pagination


class ListOrderTimelineAnswer(TypedDict):
    success: Literal[True]
    data: List[OrderTimelineEntry]
    pagination: Pagination


class ListOrdersAnswer(TypedDict):
    success: Literal[True]
    data: List[OrderSummary]
    pagination: Pagination


class ListOrdersOfProductAnswer(TypedDict):
    success: Literal[True]
    data: List[OrderOfProduct]
    pagination: Pagination


class ListPriceListEntriesAnswer(TypedDict):
    success: Literal[True]
    data: List[PriceListEntry]
    pagination: Pagination


class ListPriceListsAnswer(TypedDict):
    success: Literal[True]
    data: List[PriceList]
    pagination: Pagination


class ListProductsAnswer(TypedDict):
    success: Literal[True]
    data: List[ProductSummary]
    pagination: Pagination


class ListPropertiesAnswer(TypedDict):
    success: Literal[True]
    data: List[Property]
    pagination: Pagination


class ListPropertyDomainsAnswer(TypedDict):
    success: Literal[True]
    data: List[PropertyDomain]


class _ListPublishedEntriesAnswerRequired(TypedDict):
    success: Literal[True]
    data: List[PublishedEntry]
    pagination: Pagination


class ListPublishedEntriesAnswer(_ListPublishedEntriesAnswerRequired, total=False):
    total: EntryTotal
    facets: Dict[str, EntryFacet]


class ListRedirectsAnswer(TypedDict):
    success: Literal[True]
    data: List[Redirect]
    pagination: Pagination


class ListReleasesAnswer(TypedDict):
    success: Literal[True]
    data: List[Release]
    pagination: Pagination


class ListRequestsAnswer(TypedDict):
    success: Literal[True]
    data: List[LoggedRequest]
    pagination: Pagination


class ListReservationsAnswer(TypedDict):
    success: Literal[True]
    data: List[Reservation]
    pagination: Pagination


class ListShippingOptionsAnswer(TypedDict):
    success: Literal[True]
    data: List[ShippingOption]
    pagination: Pagination


class ListSoldItemsAnswer(TypedDict):
    success: Literal[True]
    data: List[SoldItem]


class ListStaffAnswer(TypedDict):
    success: Literal[True]
    data: List[StaffMemberInList]
    pagination: Pagination


class ListStorefrontCategoriesAnswer(TypedDict):
    success: Literal[True]
    data: List[StorefrontCategory]
    pagination: Pagination


class _ListStorefrontEntriesAnswerRequired(TypedDict):
    success: Literal[True]
    data: List[PublishedEntry]
    pagination: Pagination


class ListStorefrontEntriesAnswer(_ListStorefrontEntriesAnswerRequired, total=False):
    total: EntryTotal
    facets: Dict[str, EntryFacet]


class ListStorefrontKeysAnswer(TypedDict):
    success: Literal[True]
    data: List[StorefrontKey]
    pagination: Pagination


class ListStorefrontOrdersAnswer(TypedDict):
    success: Literal[True]
    data: List[StorefrontOrderSummary]
    pagination: Pagination


class ListStorefrontProductsAnswer(TypedDict):
    success: Literal[True]
    data: List[StorefrontProductSummary]
    pagination: Pagination


class ListTaxRatesAnswer(TypedDict):
    success: Literal[True]
    data: List[TaxRate]
    pagination: Pagination


class ListVariantsAnswer(TypedDict):
    success: Literal[True]
    data: List[Variant]
    pagination: Pagination


class ListViewsAnswer(TypedDict):
    success: Literal[True]
    data: List[View]
    pagination: Pagination


class ListWebhookDeliveriesAnswer(TypedDict):
    success: Literal[True]
    data: List[DeliveryInList]
    pagination: Pagination


class ListWebhookSubscriptionReplaysAnswer(TypedDict):
    success: Literal[True]
    data: List[Replay]
    pagination: Pagination


class ListWebhookSubscriptionsAnswer(TypedDict):
    success: Literal[True]
    data: List[Subscription]
    pagination: Pagination


class ListedContentReview(TypedDict):
    entryId: str
    version: int
    status: Literal["requested", "approved", "changes_requested"]
    #: false: the entry has been saved since, so it counts no more.
    isCurrent: bool
    #: null: nobody asked.
    askedBy: Optional[Author]
    note: Optional[str]
    reviewerId: Optional[str]
    decidedBy: Optional[Author]
    decidedAt: Optional[str]
    decisionNote: Optional[str]
    overridden: bool
    createdAt: str
    type: str
    slug: Optional[str]


class Location(TypedDict):
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


class LocationChange(TypedDict, total=False):
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


class LoggedRequest(TypedDict):
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


class LoggedRequestInFull(TypedDict):
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


class LookUpInvitationAnswer(TypedDict):
    success: Literal[True]
    data: Invitation


class Me(TypedDict):
    actor: Actor
    tenant: Tenant


class MergeCustomerAnswer(TypedDict):
    success: Literal[True]
    data: CustomerInFull


class Module(TypedDict):
    name: ModuleName
    active: bool


class MoveAssetFolderAnswer(TypedDict):
    success: Literal[True]
    data: MoveAssetFolderAnswerData


class MoveAssetFolderAnswerData(TypedDict):
    folder: str
    moved: int


class MoveEntryAnswer(TypedDict):
    success: Literal[True]
    data: EntryWithWarnings


class MoveReservationAnswer(TypedDict):
    success: Literal[True]
    data: List[Reservation]


class Movement(TypedDict):
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
    by: Author
    at: str


class Movements(TypedDict):
    movements: List[Movement]


class _NewAdjustmentRequired(TypedDict):
    reason: str
    lines: List[NewAdjustmentLinesItem]


class NewAdjustment(_NewAdjustmentRequired, total=False):
    #: The kind of the lines with a change.
    kind: Literal["received", "adjusted"]


class _NewAdjustmentLinesItemRequired(TypedDict):
    #: Stock-keeping unit, as order lines name it.
    sku: str
    locationId: str


class NewAdjustmentLinesItem(_NewAdjustmentLinesItemRequired, total=False):
    #: Units that came (positive) or went (negative). Not together with count.
    change: int
    #: Units that were counted.
    count: int
    #: onHand as it was read before the count: 409 if it has changed since.
    seen: int


class _NewApiKeyRequired(TypedDict):
    label: str
    scopes: List[Scope]


class NewApiKey(_NewApiKeyRequired, total=False):
    #: The content types that the key is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
    expiresAt: Optional[str]


class _NewAssetRequired(TypedDict):
    file: FormFile


class NewAsset(_NewAssetRequired, total=False):
    title: str
    alt: str
    caption: str
    credit: str
    #: By language tag, such as en or pt-BR: texts that replace those for every language.
    translations: Dict[str, AssetTranslation]
    #: Kept in small letters, each once.
    tags: List[str]
    #: A path such as /campaigns/spring. A folder is there as long as something is in it.
    folder: str
    visibility: Literal["public", "private"]
    focalPoint: FocalPoint


class _NewCartRequired(TypedDict):
    lines: List[NewCartLine]


class NewCart(_NewCartRequired, total=False):
    #: ISO 4217, upper case.
    currency: str
    locale: str
    email: str


class NewCartCode(TypedDict):
    code: str


class NewCartLine(TypedDict, total=False):
    #: Or variantId.
    sku: str
    variantId: str
    quantity: int
    #: Texts of the storefront.
    attributes: Dict[str, str]


class NewCartLines(TypedDict):
    lines: List[NewCartLine]


class _NewCategoryRequired(TypedDict):
    name: str


class NewCategory(_NewCategoryRequired, total=False):
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    #: The category above it; null: none.
    parentId: Optional[str]
    #: Among those of one parent.
    position: int
    #: By language tag.
    translations: Dict[str, CategoryTranslation]


class NewComment(TypedDict):
    #: Plain text. The staff sees it in the timeline, the customer does not.
    text: str


class _NewContentCommentRequired(TypedDict):
    text: str


class NewContentComment(_NewContentCommentRequired, total=False):
    #: The comment that it answers, which began a thread.
    threadId: str
    #: The field that it is about; without it the whole entry.
    field: str
    #: The locale of the field that it is about.
    locale: str
    #: The `id` of the block that it is about, at any depth, as the entry is saved. The comment stays with the block wherever it is moved; `field` is the one that has the block.
    blockId: str
    #: Members of the staff who get a notice: their ids, as `listContentColleagues` has them.
    mentions: List[str]


class _NewContentLocalesRequired(TypedDict):
    default: str
    locales: List[NewContentLocalesLocalesItem]


class NewContentLocales(_NewContentLocalesRequired, total=False):
    #: Accepts that live entries lose something. copy: those that would go blank get the values that readers see now; allow: they go blank.
    blank: Literal["copy", "allow"]


class _NewContentLocalesLocalesItemRequired(TypedDict):
    code: str


class NewContentLocalesLocalesItem(_NewContentLocalesLocalesItemRequired, total=False):
    fallback: Optional[str]


class _NewCustomerRequired(TypedDict):
    name: str


class NewCustomer(_NewCustomerRequired, total=False):
    #: Fixed at creation.
    type: Literal["person", "company"]
    #: The first is the primary one.
    emails: List[str]
    #: The first is the primary one.
    phones: List[str]
    #: At most one default of each kind.
    addresses: List[NewCustomerAddress]
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


class _NewCustomerAddressRequired(TypedDict):
    address: Address


class NewCustomerAddress(_NewCustomerAddressRequired, total=False):
    #: Home, warehouse, …
    label: Optional[str]
    defaultShipping: bool
    defaultBilling: bool


class NewCustomerSession(TypedDict):
    customerId: str


class _NewDiscountRequired(TypedDict):
    #: Upper and lower case are the same.
    code: str
    kind: Literal["percent", "amount", "free_shipping"]


class NewDiscount(_NewDiscountRequired, total=False):
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


class _NewEntryRequired(TypedDict):
    #: The name of a content type.
    type: str
    #: By the names of the type. null takes a value away; of a localised field, only the locales named change.
    fields: Dict[str, Any]


class NewEntry(_NewEntryRequired, total=False):
    #: The site (property) it is for; null: for all.
    propertyId: Optional[str]
    #: The entry above it, if its type is a tree. It comes last there.
    parentId: Optional[str]


class _NewItemRequired(TypedDict):
    #: Stock-keeping unit, as order lines name it. Without control characters, and without blanks at its ends.
    sku: str


class NewItem(_NewItemRequired, total=False):
    #: false: orders of this SKU reserve nothing.
    tracked: bool
    #: Units that may be reserved beyond the stock: 0 none, null without limit.
    backorderLimit: Optional[int]
    #: inventory.low is published when the stock falls to this number or below; null: never.
    lowAt: Optional[int]


class _NewLocationRequired(TypedDict):
    name: str
    #: A short name, unique in the tenant.
    code: str


class NewLocation(_NewLocationRequired, total=False):
    #: Texts only, for example line1, city and country.
    address: Optional[Dict[str, Optional[str]]]
    #: Stock is taken from the location with the smallest priority first. 0 if none is given.
    priority: int
    #: Stock is taken from active locations only.
    active: bool
    #: The sites that the location serves; none: all.
    propertyIds: List[str]


class _NewOrderRequired(TypedDict):
    #: A customer of this tenant.
    customerId: str
    items: List[NewOrderLine]


class NewOrder(_NewOrderRequired, total=False):
    #: ISO 4217, upper case. The default is the same for every tenant: name the currency.
    currency: str
    channel: Channel
    #: The site (property) the order was placed on.
    propertyId: str
    shippingTotal: float
    #: Order-level discount.
    discountTotal: float
    #: Overrides the sum of the per-line tax amounts.
    taxTotal: float
    shippingAddress: Address
    billingAddress: Address
    customerNote: str
    internalNote: str
    orderNumber: str
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class _NewOrderLineRequired(TypedDict):
    sku: str
    name: str


class NewOrderLine(_NewOrderLineRequired, total=False):
    quantity: int
    #: Currency units, up to 6 decimals. A line without it costs nothing.
    unitPrice: float
    #: Tax on this line, in currency units.
    taxAmount: float
    productId: str
    variantId: str
    description: str


class _NewPaymentRequired(TypedDict):
    #: In currency units, with no more decimals than the currency has.
    amount: float
    outcome: Literal["succeeded", "failed"]


class NewPayment(_NewPaymentRequired, total=False):
    #: For example card or transfer.
    method: str
    #: The name of the payment at the payment provider.
    reference: str


class _NewPriceRequired(TypedDict):
    #: ISO 4217.
    currency: str
    #: In currency units, with at most 6 decimals.
    amount: float


class NewPrice(_NewPriceRequired, total=False):
    #: The former price, shown beside it.
    compareAt: Optional[float]


class _NewPriceListRequired(TypedDict):
    name: str
    #: ISO 4217.
    currency: str


class NewPriceList(_NewPriceListRequired, total=False):
    #: Null: at once.
    startsAt: Optional[str]
    #: Null: for ever.
    endsAt: Optional[str]
    #: The list with the highest priority counts among those that fit a line, and the oldest among equal ones.
    priority: int
    #: For customers with one of these tags; empty: for all.
    customerTags: List[str]
    #: On these sites; empty: on all.
    propertyIds: List[str]
    status: Literal["active", "archived"]


class _NewProductRequired(TypedDict):
    title: str


class NewProduct(_NewProductRequired, total=False):
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    description: Optional[str]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    options: List[ProductOption]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    taxCode: Optional[str]
    seo: Optional[ProductSeoChange]
    #: By language tag.
    translations: Dict[str, ProductTranslation]
    #: An entry that tells more about it.
    contentEntryId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    status: Literal["draft", "active"]
    variants: List[VariantInGrid]


class _NewPropertyRequired(TypedDict):
    name: str


class NewProperty(_NewPropertyRequired, total=False):
    #: Host names, the main one first. Visitors are served by one once it is proved: see its domains.
    domains: List[str]
    #: Language tags, the one to fall back on first.
    locales: List[str]
    #: Records without a propertyId belong to the default property.
    isDefault: bool


_NewRedirectRequired = TypedDict(
    "_NewRedirectRequired",
    {
        "from": "str",
    },
)
_NewRedirectOptional = TypedDict(
    "_NewRedirectOptional",
    {
        "propertyId": "str",
        "to": "str",
        "statusCode": "Literal[301, 302, 307, 308, 410]",
        "match": "Literal['exact', 'prefix']",
        "query": "Literal['keep', 'drop']",
        "activeFrom": "Optional[str]",
        "activeUntil": "Optional[str]",
        "notes": "Optional[str]",
    },
    total=False,
)


class NewRedirect(_NewRedirectRequired, _NewRedirectOptional):
    pass


class NewRelease(TypedDict):
    name: str


class NewReleaseEntries(TypedDict):
    entries: List[NewReleaseEntry]


class _NewReleaseEntryRequired(TypedDict):
    #: The id of the entry.
    id: str


class NewReleaseEntry(_NewReleaseEntryRequired, total=False):
    #: publish, unless it says unpublish.
    action: Literal["publish", "unpublish"]
    #: The locales that go live or are taken down; without it all.
    locales: List[str]
    #: The version that was reviewed; without it the latest. One that is not the latest gets 422.
    version: int


class _NewReplayRequired(TypedDict):
    #: Events from this time on, also from before the subscription existed.
    since: str


class NewReplay(_NewReplayRequired, total=False):
    #: Events before this time; by default, and at most, now.
    until: str
    events: List[str]
    #: Only events whose latest delivery to this subscription ended so. Deliveries that are still open are skipped.
    status: Literal["any", "delivered", "failed", "cancelled"]


class _NewShippingOptionRequired(TypedDict):
    name: str
    #: ISO 4217, upper case.
    currency: str
    #: The highest one that is reached counts. Below the first, the option is not offered.
    tiers: List[ShippingTier]


class NewShippingOption(_NewShippingOptionRequired, total=False):
    #: Empty: every country.
    countries: List[str]
    #: The unit of tiers: currency units, or grams.
    basis: Literal["subtotal", "weight"]
    position: int
    active: bool


class _NewStorefrontKeyRequired(TypedDict):
    label: str
    propertyId: str


class NewStorefrontKey(_NewStorefrontKeyRequired, total=False):
    #: The types of content whose published entries anyone with the key reads. Without it none.
    contentTypes: List[str]
    #: The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys).
    cacheSeconds: int


class _NewSubscriptionRequired(TypedDict):
    name: str
    #: An https address that is reachable from the internet.
    url: str
    #: Event types. A * as the last part stands for all types that begin so, also future ones: content.*, or * alone.
    events: List[str]


class NewSubscription(_NewSubscriptionRequired, total=False):
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


class _NewTaxRateRequired(TypedDict):
    name: str
    #: Two capital letters, ISO 3166-1.
    country: str
    #: Up to 4 decimals.
    percent: float


class NewTaxRate(_NewTaxRateRequired, total=False):
    #: The region, as in the address; null: every region.
    region: Optional[str]
    #: The tax code of products and variants; null: all without a rate of their own.
    taxCode: Optional[str]


_NewTransferRequired = TypedDict(
    "_NewTransferRequired",
    {
        "from": "str",
        "to": "str",
        "lines": "List[NewTransferLinesItem]",
    },
)
_NewTransferOptional = TypedDict(
    "_NewTransferOptional",
    {
        "reason": "str",
    },
    total=False,
)


class NewTransfer(_NewTransferRequired, _NewTransferOptional):
    pass


class NewTransferLinesItem(TypedDict):
    #: Stock-keeping unit, as order lines name it.
    sku: str
    quantity: int


class _NewVariantRequired(TypedDict):
    productId: str
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str


class NewVariant(_NewVariantRequired, total=False):
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    #: One per currency.
    prices: List[NewPrice]
    weightGrams: Optional[int]
    dimensions: Optional[Dimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class _NewViewRequired(TypedDict):
    #: The list that the view is of, for example orders.
    list: str
    #: Unique in its list.
    name: str
    #: The parameters of the list. Several values of one are separated by commas.
    query: Dict[str, str]


class NewView(_NewViewRequired, total=False):
    #: The shown columns in their order; null: as the list comes.
    columns: Optional[List[str]]
    #: The list opens with this view. A list has one at most.
    isDefault: bool
    #: Views with a smaller place come first.
    place: int


class Notice(TypedDict):
    id: str
    kind: str
    subject: NoticeSubject
    message: str
    createdAt: str
    readAt: Optional[str]
    #: true: for the caller alone, who alone marks it as read.
    isPersonal: bool


class NoticeSubject(TypedDict):
    type: str
    id: str


class Order(TypedDict):
    id: str
    orderNumber: str
    status: OrderStatus
    paymentStatus: PaymentStatus
    customerId: str
    channel: Optional[Channel]
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
    items: List[OrderLine]
    shippingAddress: Optional[Address]
    billingAddress: Optional[Address]
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


class OrderChange(TypedDict, total=False):
    customerNote: Optional[str]
    internalNote: Optional[str]
    shippingAddress: Optional[Address]
    billingAddress: Optional[Address]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Optional[Dict[str, Any]]


class OrderCount(TypedDict):
    count: int
    #: False: more orders match than were counted.
    isExact: bool


class OrderFigures(TypedDict):
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


class _OrderFiguresOfGroupRequired(TypedDict):
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


class OrderFiguresOfGroup(_OrderFiguresOfGroupRequired, total=False):
    #: Only by day_and_channel; null: no channel.
    channel: Optional[str]


class OrderImport(TypedDict):
    id: str
    #: As the request named it.
    fileName: Optional[str]
    startedBy: Optional[Author]
    status: Literal["receiving", "queued", "running", "finished", "failed", "cancelled"]
    format: Literal["csv", "ndjson"]
    dryRun: bool
    errorPolicy: Literal["reject_failed", "reject_all"]
    mapping: Dict[str, str]
    phase: Literal["checking", "writing"]
    bytes: CatalogImportBytes
    createCustomers: bool
    channel: Literal["storefront", "b2b_portal", "admin", "import", "mcp"]
    currency: Optional[str]
    rows: OrderImportRows
    orders: OrderImportOrders
    #: The number of entries in the file of errors.
    errorsKept: int
    warnings: List[str]
    #: Why it failed.
    reason: Optional[str]
    createdAt: str
    startedAt: Optional[str]
    finishedAt: Optional[str]


class OrderImportOrders(TypedDict):
    placed: int
    failed: int


class OrderImportRows(TypedDict):
    #: Known when the import is finished.
    total: Optional[int]
    done: int
    failed: int


class OrderLine(TypedDict):
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


_OrderMetricsRequired = TypedDict(
    "_OrderMetricsRequired",
    {
        "timeZone": "str",
        "by": "Literal['day', 'channel', 'currency', 'day_and_channel']",
        "from": "str",
        "to": "str",
        "totals": "List[OrderFigures]",
        "groups": "List[OrderFiguresOfGroup]",
    },
)
_OrderMetricsOptional = TypedDict(
    "_OrderMetricsOptional",
    {
        "before": "OrderMetricsBefore",
    },
    total=False,
)


class OrderMetrics(_OrderMetricsRequired, _OrderMetricsOptional):
    pass


OrderMetricsBefore = TypedDict(
    "OrderMetricsBefore",
    {
        "from": "str",
        "to": "str",
        "totals": "List[OrderFigures]",
        "groups": "List[OrderFiguresOfGroup]",
    },
)


class OrderOfCustomer(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    channel: Optional[str]
    currency: str
    total: float
    createdAt: str


class OrderOfProduct(TypedDict):
    id: str
    orderNumber: str
    status: str
    currency: str
    createdAt: str
    lines: List[OrderOfProductLinesItem]


class OrderOfProductLinesItem(TypedDict):
    variantId: Optional[str]
    sku: str
    name: str
    quantity: int
    unitPrice: float


class OrderSummary(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    customerId: str
    #: The name of the customer today.
    customerName: str
    channel: Optional[Channel]
    propertyId: Optional[str]
    currency: str
    total: float
    #: Still to be paid. A refund does not bring it back.
    balance: float
    lineCount: int
    createdAt: str


class OrderTimelineEntry(TypedDict):
    #: The version that the order had after it.
    version: int
    #: merged: its customer was merged into another, whose order it is now. erased: its personal data was erased with its customer, in earlier entries too.
    action: Literal["placed", "payment", "fulfilled", "delivered", "cancelled", "refunded", "edited", "commented", "merged", "erased"]
    at: str
    actor: Optional[CustomerTimelineEntryActor]
    status: OrderStatus
    paymentStatus: PaymentStatus
    #: Details, depending on the action.
    details: OrderTimelineEntryDetails


OrderTimelineEntryDetails = TypedDict(
    "OrderTimelineEntryDetails",
    {
        "items": "List[DeliveredItemsItemsItem]",
        "tracking": "Tracking",
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


class OrdersCounted(TypedDict):
    count: int
    isMore: bool


class OrdersOwed(TypedDict):
    currency: str
    orders: int
    balance: float


class Pagination(TypedDict):
    limit: int
    hasMore: bool
    nextCursor: Optional[str]


class PasswordProof(TypedDict):
    password: str


class _PastOrderRequired(TypedDict):
    #: A customer of this tenant.
    customerId: str
    items: List[NewOrderLine]


class PastOrder(_PastOrderRequired, total=False):
    #: ISO 4217, upper case. The default is the same for every tenant: name the currency.
    currency: str
    channel: Channel
    #: The site (property) the order was placed on.
    propertyId: str
    shippingTotal: float
    #: Order-level discount.
    discountTotal: float
    #: Overrides the sum of the per-line tax amounts.
    taxTotal: float
    shippingAddress: Address
    billingAddress: Address
    customerNote: str
    internalNote: str
    orderNumber: str
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    #: When it was placed, if not now: lists and metrics go by it. Never in the future.
    placedAt: str


class _PaymentMethodRequired(TypedDict):
    id: str
    name: str


class PaymentMethod(_PaymentMethodRequired, total=False):
    instructions: Optional[str]


class PreventedRelease(TypedDict):
    id: str
    name: str
    at: str
    problems: List[Problem]


class PreviewEntryAnswer(TypedDict):
    success: Literal[True]
    data: PublishedEntry


class PreviewToken(TypedDict):
    #: Shown once; null when the answer is replayed.
    token: Optional[str]
    expiresAt: str


class PriceList(TypedDict):
    id: str
    name: str
    #: Null: at once.
    startsAt: Optional[str]
    #: Null: for ever.
    endsAt: Optional[str]
    #: The list with the highest priority counts among those that fit a line, and the oldest among equal ones.
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


class PriceListChange(TypedDict, total=False):
    name: str
    #: Null: at once.
    startsAt: Optional[str]
    #: Null: for ever.
    endsAt: Optional[str]
    #: The list with the highest priority counts among those that fit a line, and the oldest among equal ones.
    priority: int
    #: For customers with one of these tags; empty: for all.
    customerTags: List[str]
    #: On these sites; empty: on all.
    propertyIds: List[str]
    status: Literal["active", "archived"]


class PriceListEntriesChange(TypedDict):
    entries: List[PriceListEntriesChangeEntriesItem]


class _PriceListEntriesChangeEntriesItemRequired(TypedDict):
    variantId: str
    #: The unit price from this quantity on; null: the entry is deleted.
    amount: Optional[float]


class PriceListEntriesChangeEntriesItem(_PriceListEntriesChangeEntriesItemRequired, total=False):
    minQuantity: int


class PriceListEntry(TypedDict):
    variantId: str
    productId: str
    #: The title of the product.
    title: str
    optionValues: List[str]
    sku: str
    minQuantity: int
    amount: float


class _PriceQueryRequired(TypedDict):
    #: ISO 4217.
    currency: str
    lines: List[PriceQueryLinesItem]


class PriceQuery(_PriceQueryRequired, total=False):
    #: The site of the sale, for price lists of sites.
    propertyId: str
    customerTags: List[str]
    #: The time of the sale; now, if it is left out.
    at: str


class PriceQueryLinesItem(TypedDict, total=False):
    variantId: str
    sku: str
    quantity: int


class PriceQuote(TypedDict):
    currency: str
    lines: List[PriceQuoteLinesItem]
    subtotal: float


class PriceQuoteLinesItem(TypedDict):
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


class _PricesChangeRequired(TypedDict):
    variantIds: List[str]
    #: ISO 4217.
    currency: str


class PricesChange(_PricesChangeRequired, total=False):
    #: -10: ten percent less. Rounded half up to the decimals of the currency.
    percent: float
    #: Added to each price.
    amount: float
    #: The new price of all of them.
    set: float


class Problem(TypedDict):
    path: str
    code: str
    message: str


class Product(TypedDict):
    id: str
    title: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    description: Optional[str]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    options: List[ProductOption]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    taxCode: Optional[str]
    seo: Optional[ProductSeo]
    #: By language tag.
    translations: Dict[str, ProductTranslation]
    #: An entry that tells more about it.
    contentEntryId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    status: Literal["draft", "active", "archived"]
    variantCount: int
    #: The lowest and the highest price of its active variants.
    priceRanges: List[ProductPriceRangesItem]
    rating: Rating
    version: int
    #: Rises with every change of its variants.
    variantsVersion: int
    createdAt: str
    updatedAt: str


class ProductChange(TypedDict, total=False):
    title: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    description: Optional[str]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    options: List[ProductOption]
    #: Ids of assets, the main picture first.
    media: List[str]
    categoryIds: List[str]
    #: The sites that sell it; empty: all.
    propertyIds: List[str]
    taxCode: Optional[str]
    seo: Optional[ProductSeoChange]
    #: By language tag.
    translations: Dict[str, ProductTranslation]
    #: An entry that tells more about it.
    contentEntryId: Optional[str]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class ProductCount(TypedDict):
    count: int
    #: False: more products match than were counted.
    isExact: bool


class ProductOption(TypedDict):
    name: str
    values: List[str]


ProductPriceRangesItem = TypedDict(
    "ProductPriceRangesItem",
    {
        "currency": "str",
        "from": "float",
        "to": "float",
    },
)


class ProductSeo(TypedDict):
    title: Optional[str]
    description: Optional[str]


class ProductSeoChange(TypedDict, total=False):
    title: Optional[str]
    description: Optional[str]


class _ProductSummaryRequired(TypedDict):
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
    priceRanges: List[ProductPriceRangesItem]
    rating: Rating
    version: int
    #: Rises with every change of its variants.
    variantsVersion: int
    createdAt: str
    updatedAt: str


class ProductSummary(_ProductSummaryRequired, total=False):
    #: Only with expand=stock. Null: no variant keeps stock.
    stock: Optional[ProductSummaryStock]


class ProductSummaryStock(TypedDict):
    #: Units of all variants that are not reserved.
    available: int
    #: Variants that are low, as last announced by an event.
    low: int
    #: Variants that are sold out, as last announced by an event.
    depleted: int


class ProductTranslation(TypedDict, total=False):
    title: str
    description: str
    #: The name in addresses: letters, digits and hyphens, in small letters. Without it, one is made from the title.
    handle: str


class ProductVariants(TypedDict):
    productId: str
    options: List[ProductOption]
    #: The variantsVersion of the product.
    version: int
    variants: List[Variant]


class _ProductsChangeRequired(TypedDict):
    ids: List[str]


class ProductsChange(_ProductsChangeRequired, total=False):
    status: Literal["active", "archived"]
    addTags: List[str]
    removeTags: List[str]


class ProfileChange(TypedDict, total=False):
    name: str
    locale: Optional[str]


class Property(TypedDict):
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


class PropertyChange(TypedDict, total=False):
    name: str
    #: Host names, the main one first. Visitors are served by one once it is proved: see its domains.
    domains: List[str]
    #: Language tags, the one to fall back on first.
    locales: List[str]
    #: Records without a propertyId belong to the default property.
    isDefault: bool


class PropertyDomain(TypedDict):
    domain: str
    #: Visitors who come by this host name are served.
    verified: bool
    verifiedAt: Optional[str]
    #: The DNS record that proves the ownership of the domain.
    record: PropertyDomainRecord


class PropertyDomainRecord(TypedDict):
    type: Literal["TXT"]
    name: str
    value: str


class PublishEntryAnswer(TypedDict):
    success: Literal[True]
    data: EntryWithWarnings


class PublishEntryBody(TypedDict, total=False):
    #: The locales that go live; without it all, also those that are added later.
    locales: List[str]
    #: true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too.
    redirects: bool
    #: allow: also if a live entry then lacks something that its type requires.
    broken: Literal["allow"]


class PublishReleaseAnswer(TypedDict):
    success: Literal[True]
    data: PublishedRelease


class _PublishedEntryRequired(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    #: The slug in each locale that has one of its own, for links between the languages of a page.
    slugs: Dict[str, str]
    #: The address of its page on the site, if its type has `addresses`.
    path: Optional[str]
    #: The same in each locale that has a slug.
    paths: Dict[str, str]
    propertyId: Optional[str]
    locale: str
    version: int
    publishedAt: Optional[str]
    firstPublishedAt: Optional[str]
    #: The fields in which a value is of another locale than the one asked for, and that locale.
    fallbacks: Dict[str, str]
    #: One value per field: of the locale, else of its fallbacks.
    fields: Dict[str, Any]


class PublishedEntry(_PublishedEntryRequired, total=False):
    #: The entries above it that are live, the top first, if its type is a tree. While one above it is not live, a `path` that consists of their slugs is null.
    ancestors: List[EntryAncestor]


class PublishedRelease(TypedDict):
    id: str
    name: str
    #: open: its entries can change; scheduled: it is published at its time.
    status: Literal["open", "scheduled", "published"]
    version: int
    #: When it is published, if it is scheduled.
    at: Optional[str]
    #: Former addresses of its pages lead to the new ones.
    redirects: bool
    #: Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published.
    failure: Optional[ReleaseFailure]
    #: An entry counts twice if it goes live in some locales and is taken down in others.
    entryCount: int
    createdBy: Author
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]
    results: List[ReleaseEntryOutcome]


class QuotePricesAnswer(TypedDict):
    success: Literal[True]
    data: PriceQuote


class Rating(TypedDict):
    count: int
    average: Optional[float]


class ReadNoticeAnswer(TypedDict):
    success: Literal[True]
    data: Notice


class RecoverStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: CartWithToken


class RecoveryCodes(TypedDict):
    #: Shown once, with the first factor; each opens once.
    recoveryCodes: Optional[List[str]]


class RecoveryLink(TypedDict):
    #: Shown once; null when the answer is replayed.
    token: Optional[str]
    #: The page of the shop with the token; null without `recoveryUrl` in the settings.
    url: Optional[str]
    expiresAt: str


Redirect = TypedDict(
    "Redirect",
    {
        "id": "str",
        "propertyId": "str",
        "from": "str",
        "to": "str",
        "statusCode": "Literal[301, 302, 307, 308, 410]",
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


RedirectChange = TypedDict(
    "RedirectChange",
    {
        "from": "str",
        "to": "str",
        "statusCode": "Literal[301, 302, 307, 308, 410]",
        "match": "Literal['exact', 'prefix']",
        "query": "Literal['keep', 'drop']",
        "activeFrom": "Optional[str]",
        "activeUntil": "Optional[str]",
        "notes": "Optional[str]",
    },
    total=False,
)


class RedirectImport(TypedDict):
    rows: int
    created: int
    replaced: int
    unchanged: int
    skipped: int
    failed: int
    #: The errors by row of the file; the first 1000.
    errors: List[CountImportErrorsItem]


class RedirectResolution(TypedDict):
    propertyId: str
    #: In the spelling in which rules are compared with it.
    path: str
    outcome: Literal["redirect", "gone", "nothing", "loop"]
    statusCode: Literal[301, 302, 307, 308, 410, None]
    location: Optional[str]
    #: Every place on the way, the path itself first.
    chain: List[str]
    #: The redirects on the way, in order.
    redirects: List[Redirect]


class ReferrerList(TypedDict):
    data: List[PublishedEntry]
    #: The nextCursor is one of the list of the type, asked with the same sort and where, and with the id of this entry as the value of the field.
    pagination: ReferrerListPagination


class ReferrerListPagination(TypedDict):
    limit: int
    hasMore: bool
    nextCursor: Optional[str]


class RefreshAnswer(TypedDict):
    success: Literal[True]
    data: AccessToken


class Refund(TypedDict, total=False):
    #: In currency units, with no more decimals than the currency has.
    amount: float
    reason: str


class RefundOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class Release(TypedDict):
    id: str
    name: str
    #: open: its entries can change; scheduled: it is published at its time.
    status: Literal["open", "scheduled", "published"]
    version: int
    #: When it is published, if it is scheduled.
    at: Optional[str]
    #: Former addresses of its pages lead to the new ones.
    redirects: bool
    #: Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published.
    failure: Optional[ReleaseFailure]
    #: An entry counts twice if it goes live in some locales and is taken down in others.
    entryCount: int
    createdBy: Author
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]


class ReleaseEntry(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    title: Optional[str]
    status: Literal["draft", "published", "changed", "deleted"]
    action: Literal["publish", "unpublish"]
    #: null: all.
    locales: Optional[List[str]]
    #: The version that was reviewed, or went live.
    version: int
    #: If it is another one, an open release is not published.
    currentVersion: int
    addedAt: str
    #: It was deleted for good since the release was published; the rest is as it was then.
    purged: bool


class ReleaseEntryOutcome(TypedDict):
    action: Literal["publish", "unpublish"]
    status: Literal["changed", "unchanged"]
    entry: BriefEntry
    #: As publishing a single entry names them.
    warnings: List[Problem]
    moved: List[EntryWithWarningsMovedItem]
    #: Live entries that refer to one that is taken down, 25 at most.
    shownBy: List[ReleaseEntryOutcomeShownByItem]


class ReleaseEntryOutcomeShownByItem(TypedDict):
    id: str
    type: str
    slug: Optional[str]


class ReleaseFailure(TypedDict):
    #: When it was to be published; null: it had no time.
    at: Optional[str]
    failedAt: str
    message: str
    problems: List[Problem]


class ReleasePublishing(TypedDict, total=False):
    #: allow: also if a live entry then lacks something that its type requires.
    broken: Literal["allow"]
    #: true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too.
    redirects: bool


class _ReleaseScheduleRequired(TypedDict):
    #: When it is published.
    at: str


class ReleaseSchedule(_ReleaseScheduleRequired, total=False):
    #: allow: also if a live entry then lacks something that its type requires.
    broken: Literal["allow"]
    #: true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too.
    redirects: bool


class ReleaseWithEntries(TypedDict):
    id: str
    name: str
    #: open: its entries can change; scheduled: it is published at its time.
    status: Literal["open", "scheduled", "published"]
    version: int
    #: When it is published, if it is scheduled.
    at: Optional[str]
    #: Former addresses of its pages lead to the new ones.
    redirects: bool
    #: Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published.
    failure: Optional[ReleaseFailure]
    #: An entry counts twice if it goes live in some locales and is taken down in others.
    entryCount: int
    createdBy: Author
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]
    entries: List[ReleaseEntry]


class RemoveReleaseEntryAnswer(TypedDict):
    success: Literal[True]
    data: ReleaseWithEntries


class RemoveSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: Deleted


class RemoveStorefrontCartCodeAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class RenewRecoveryCodesAnswer(TypedDict):
    success: Literal[True]
    data: RenewRecoveryCodesAnswerData


class RenewRecoveryCodesAnswerData(TypedDict):
    recoveryCodes: List[str]


class RenewStorefrontSessionAnswer(TypedDict):
    success: Literal[True]
    data: CustomerSession


class ReplaceCheckoutSettingsAnswer(TypedDict):
    success: Literal[True]
    data: CheckoutSettings


class ReplaceContentLocalesAnswer(TypedDict):
    success: Literal[True]
    data: ReplaceContentLocalesAnswerData


class ReplaceContentLocalesAnswerData(TypedDict):
    default: str
    locales: List[ContentLocale]
    #: Live entries that showed a value and would show none; with `copy` they got a copy.
    blank: List[ContentLocalesChangeBlankItem]
    #: Live entries with values in a locale that is removed. The values are kept.
    hidden: List[ContentLocalesChangeHiddenItem]
    #: Set if the change goes on in the background. Until it is finished, the locales from before are in force, for readers and writers.
    change: Optional[ContentLocalesChange]


class ReplaceContentTypeAnswer(TypedDict):
    success: Literal[True]
    data: SavedContentType


class ReplaceImagePresetsAnswer(TypedDict):
    success: Literal[True]
    #: By name: small letters, digits and hyphens.
    data: Dict[str, ImagePreset]


class ReplaceProductVariantsAnswer(TypedDict):
    success: Literal[True]
    data: ProductVariants


class Replay(TypedDict):
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


class ReplayWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Replay


class RequestEntryReviewAnswer(TypedDict):
    success: Literal[True]
    data: ContentReview


class ResendWebhookDeliveriesAnswer(TypedDict):
    success: Literal[True]
    data: ResendingResult


class ResendWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: Delivery


class Resending(TypedDict):
    ids: List[str]


class ResendingResult(TypedDict):
    resent: int
    refused: int
    #: In the order of ids.
    results: List[ResendingResultResultsItem]


class _ResendingResultResultsItemRequired(TypedDict):
    id: str
    status: Literal["resent", "refused"]


class ResendingResultResultsItem(_ResendingResultResultsItemRequired, total=False):
    #: The new delivery.
    deliveryId: str
    error: ResendingResultResultsItemError


class ResendingResultResultsItemError(TypedDict):
    code: str
    message: str


class Reservation(TypedDict):
    orderId: str
    sku: str
    locationId: str
    quantity: int
    shipped: int
    #: null: it does not expire.
    expiresAt: Optional[str]
    holder: Literal["checkout", "order"]


ReservationMove = TypedDict(
    "ReservationMove",
    {
        "sku": "str",
        "from": "str",
        "to": "str",
    },
)


class ResolveRedirectAnswer(TypedDict):
    success: Literal[True]
    data: RedirectResolution


class RestoreEntryAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class RestoreEntryRevisionAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class RetryWebhookDeliveryAnswer(TypedDict):
    success: Literal[True]
    data: Delivery


class Revision(TypedDict):
    version: int
    reason: Literal["created", "saved", "restored", "migrated"]
    propertyId: Optional[str]
    author: Author
    createdAt: str


RevisionComparison = TypedDict(
    "RevisionComparison",
    {
        "from": "int",
        "to": "int",
        "changes": "List[RevisionComparisonChangesItem]",
    },
)


class RevisionComparisonChangesItem(TypedDict):
    path: str
    before: Any
    after: Any


class RevisionInFull(TypedDict):
    version: int
    reason: Literal["created", "saved", "restored", "migrated"]
    propertyId: Optional[str]
    author: Author
    createdAt: str
    fields: Dict[str, Any]


class RotateApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: RotatedApiKey


class RotateSecretWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Subscription


class RotatedApiKey(TypedDict):
    id: str
    #: The public part of the key.
    keyId: str
    label: str
    scopes: List[Scope]
    #: The content types that the key is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
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
    former: ApiKey


class SavedContentType(TypedDict):
    id: str
    name: str
    title: str
    #: It has no entries: fields of kind blocks of other types name it. Cannot be changed later.
    block: bool
    #: It has one entry at most, apart from those in the bin.
    singleton: bool
    #: Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it.
    review: bool
    #: manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them.
    order: Literal["none", "manual", "tree"]
    #: The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect.
    addresses: Dict[str, str]
    fields: List[FieldDefinition]
    #: The definitions of the blocks that its fields name, at any depth.
    blocks: List[ContentBlock]
    version: int
    #: The change that is under way, if any. The fields shown are in force, for readers and writers.
    changeId: Optional[str]
    #: How far the change is. In its phase migrate, lists sorted or filtered by a changed field find the entries that are done.
    change: Optional[ContentTypeProgress]
    createdAt: str
    updatedAt: str
    #: Scheduled releases with entries that the change rewrites, or that lack what it demands. They are open again once it is in force, with the reason in `failure`. A dry run names them before.
    prevents: List[PreventedRelease]


class ScheduleEntryAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class ScheduleFailure(TypedDict):
    action: Literal["publish", "unpublish"]
    at: str
    failedAt: str
    message: str
    problems: List[Problem]


class ScheduleReleaseAnswer(TypedDict):
    success: Literal[True]
    data: Release


class SearchAnswer(TypedDict):
    success: Literal[True]
    data: List[SearchResult]


class _SearchPublishedEntriesAnswerRequired(TypedDict):
    success: Literal[True]
    data: List[ContentSearchResult]
    pagination: Pagination


class SearchPublishedEntriesAnswer(_SearchPublishedEntriesAnswerRequired, total=False):
    total: EntryTotal
    facets: SearchPublishedEntriesAnswerFacets


class SearchPublishedEntriesAnswerFacets(TypedDict):
    type: EntryFacet


class SearchResult(TypedDict):
    entity: Literal["customer", "order", "entry", "asset", "redirect", "product", "property"]
    id: str
    title: str
    subtitle: Optional[str]


class _SearchStorefrontEntriesAnswerRequired(TypedDict):
    success: Literal[True]
    data: List[ContentSearchResult]
    pagination: Pagination


class SearchStorefrontEntriesAnswer(_SearchStorefrontEntriesAnswerRequired, total=False):
    total: EntryTotal
    facets: SearchPublishedEntriesAnswerFacets


class SecondFactor(TypedDict):
    id: str
    kind: Literal["totp", "passkey"]
    name: str
    createdAt: str
    lastUsedAt: Optional[str]


class SecondFactorRoles(TypedDict):
    roles: List[Role]


class SecondFactors(TypedDict):
    factors: List[SecondFactor]
    recoveryCodesLeft: int


class SecretRotation(TypedDict, total=False):
    #: The time for which the secret so far signs as well, in X-service-Signature-Previous. Those before it keep the time that they have.
    overlapHours: int
    #: true ends all former secrets at once, for example because one has leaked.
    revokeFormer: bool
    #: A secret that the receiver has already: whsec_ and the base64 of 24 to 64 bytes. Without it, one is made.
    signingSecret: str


class SetPasswordAnswer(TypedDict):
    success: Literal[True]
    data: ChangePasswordAnswerData


class SetPasswordBody(TypedDict):
    #: The part of the link after the #.
    token: str
    newPassword: str


class SetPriceListEntriesAnswer(TypedDict):
    success: Literal[True]
    data: StoredPriceListEntries


class SetStorefrontCartLineAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class ShippingOffer(TypedDict):
    id: str
    name: str
    amount: float


class ShippingOption(TypedDict):
    id: str
    name: str
    #: ISO 4217, upper case.
    currency: str
    #: Empty: every country.
    countries: List[str]
    #: The unit of tiers: currency units, or grams.
    basis: Literal["subtotal", "weight"]
    #: The highest one that is reached counts. Below the first, the option is not offered.
    tiers: List[ShippingTier]
    position: int
    active: bool
    version: int
    createdAt: str
    updatedAt: str


class ShippingOptionChange(TypedDict, total=False):
    name: str
    #: ISO 4217, upper case.
    currency: str
    #: Empty: every country.
    countries: List[str]
    #: The unit of tiers: currency units, or grams.
    basis: Literal["subtotal", "weight"]
    #: The highest one that is reached counts. Below the first, the option is not offered.
    tiers: List[ShippingTier]
    position: int
    active: bool


ShippingTier = TypedDict(
    "ShippingTier",
    {
        "from": "float",
        "amount": "float",
    },
)


class Shop(TypedDict):
    #: The name of the business.
    name: str
    property: ShopProperty
    #: The one to fall back on first.
    currencies: List[str]
    #: Language tags, the one to fall back on first.
    locales: List[str]
    #: The language tag of the formats of the business.
    locale: Optional[str]
    timeZone: str
    time: str


class ShopProperty(TypedDict):
    id: str
    name: str


class SignAssetAnswer(TypedDict):
    success: Literal[True]
    data: SignedUrls


class SignAssetBody(TypedDict, total=False):
    #: Seconds.
    expiresIn: int


class SignInAnswer(TypedDict):
    success: Literal[True]
    data: SignedIn


class _SignInBodyRequired(TypedDict):
    email: str
    password: str


class SignInBody(_SignInBodyRequired, total=False):
    #: The slug of the tenant; without it, the one joined first.
    tenant: str


class SignInSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: AccessToken


class _SignInSecondFactorBodyRequired(TypedDict):
    #: From the details of that answer.
    ticket: str


class SignInSecondFactorBody(_SignInSecondFactorBodyRequired, total=False):
    #: The code of the authenticator app.
    code: str
    recoveryCode: str
    passkey: Dict[str, Any]


class SignOutAnswer(TypedDict):
    success: Literal[True]
    data: SignOutAnswerData


class SignOutAnswerData(TypedDict):
    signedOut: Literal[True]


class _SignedInRequired(TypedDict):
    accessToken: str
    tokenType: Literal["Bearer"]
    expiresIn: int
    actor: Actor
    tenant: Tenant


class SignedIn(_SignedInRequired, total=False):
    #: The tenant asks for a second factor: set one up before anything else.
    secondFactorNeeded: Literal[True]
    #: Other accounts of this address with the same password, each by a tenant: sign in with its slug for that one.
    alsoOpens: List[InvitationTenant]


class SignedUrls(TypedDict):
    url: str
    #: The address of pictures in other sizes, to which parameters are added.
    imageUrl: Optional[str]
    derivatives: List[SignedUrlsDerivativesItem]
    expiresAt: str


class SignedUrlsDerivativesItem(TypedDict):
    name: str
    format: str
    url: str


class SoldItem(TypedDict):
    sku: str
    #: The name under which it was sold last.
    name: str
    unitPrice: float
    currency: str
    soldAt: str


class StaffMember(TypedDict):
    id: str
    #: The address, as this tenant wrote it.
    email: str
    name: str
    role: Role
    #: The content types that the member is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
    status: Literal["invited", "joined"]
    createdAt: str
    #: The time at which the invitation link expires; null when the member needs a new link.
    invitationExpiresAt: Optional[str]


class StaffMemberAccess(TypedDict, total=False):
    role: Role
    #: The content types that the member is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]


class StaffMemberInList(TypedDict):
    id: str
    #: The address, as this tenant wrote it.
    email: str
    name: str
    role: Role
    #: The content types that the member is limited to, with its right on each; null: every type.
    contentTypes: Optional[Dict[str, Literal["none", "read", "write", "publish"]]]
    status: Literal["invited", "joined"]
    createdAt: str
    #: The time at which the invitation link expires; null when the member needs a new link.
    invitationExpiresAt: Optional[str]
    #: To a quarter of an hour; null if no sign-in of the last weeks is known.
    lastSeenAt: Optional[str]
    #: True if their account asks for one when they sign in.
    hasSecondFactor: bool


class StartStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: Checkout


class StockCount(TypedDict):
    count: int
    #: More than 100, of which no more are counted.
    isMore: bool


class StockLevel(TypedDict):
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


class StoredPriceListEntries(TypedDict):
    stored: int
    deleted: int
    unchanged: int
    #: The version of the price list.
    version: int


class StorefrontCategory(TypedDict):
    id: str
    name: str
    handle: str
    parentId: Optional[str]
    position: int


class StorefrontKey(TypedDict):
    id: str
    #: The whole key, pk_live_…. It has no secret, and may be in a page.
    key: str
    label: str
    #: The site whose shop it opens.
    propertyId: str
    #: The types of content whose published entries anyone with the key reads. Without it none.
    contentTypes: List[str]
    #: The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys).
    cacheSeconds: int
    createdAt: str
    createdBy: str
    revokedAt: Optional[str]
    lastUsedAt: Optional[str]
    version: int


class StorefrontKeyChange(TypedDict, total=False):
    label: str
    #: The types of content whose published entries anyone with the key reads. Without it none.
    contentTypes: List[str]
    #: The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys).
    cacheSeconds: int


class StorefrontOrder(TypedDict):
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
    items: List[StorefrontOrderItemsItem]
    shippingAddress: Optional[Dict[str, Optional[str]]]
    billingAddress: Optional[Dict[str, Optional[str]]]
    customerNote: Optional[str]
    createdAt: str


class StorefrontOrderItemsItem(TypedDict):
    sku: str
    name: str
    quantity: int
    unitPrice: float
    amount: float


class StorefrontOrderSummary(TypedDict):
    id: str
    orderNumber: str
    status: str
    paymentStatus: str
    currency: str
    total: float
    createdAt: str


class StorefrontProduct(TypedDict):
    id: str
    #: In the language that was asked for, if it has one there.
    handle: str
    title: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    media: List[StorefrontProductMediaItem]
    categoryIds: List[str]
    rating: Rating
    currency: str
    price: Optional[StorefrontProductPrice]
    availability: Literal["in_stock", "low", "backorder", "sold_out"]
    description: Optional[str]
    #: The choices between its variants, for filters by option.
    options: List[StorefrontProductOptionsItem]
    seo: Optional[StorefrontProductSeo]
    variants: List[StorefrontProductVariantsItem]
    updatedAt: str


class StorefrontProductMediaItem(TypedDict):
    id: str
    #: The original; 404 if it is private.
    url: str


class StorefrontProductOptionsItem(TypedDict):
    name: str
    values: List[str]


StorefrontProductPrice = TypedDict(
    "StorefrontProductPrice",
    {
        "from": "float",
        "to": "float",
        "compareAt": "Optional[float]",
    },
)


class StorefrontProductSeo(TypedDict):
    title: Optional[str]
    description: Optional[str]


class StorefrontProductSummary(TypedDict):
    id: str
    #: In the language that was asked for, if it has one there.
    handle: str
    title: str
    kind: Literal["physical", "digital", "service", "gift_card"]
    vendor: Optional[str]
    productType: Optional[str]
    tags: List[str]
    media: List[StorefrontProductMediaItem]
    categoryIds: List[str]
    rating: Rating
    currency: str
    price: Optional[StorefrontProductPrice]
    availability: Literal["in_stock", "low", "backorder", "sold_out"]
    #: The choices between its variants, for filters by option.
    options: List[StorefrontProductOptionsItem]


class StorefrontProductVariantsItem(TypedDict):
    id: str
    sku: str
    optionValues: List[str]
    price: Optional[StorefrontProductVariantsItemPrice]
    availability: Literal["in_stock", "low", "backorder", "sold_out"]


class StorefrontProductVariantsItemPrice(TypedDict):
    amount: float
    compareAt: Optional[float]


class Subscription(TypedDict):
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


class SubscriptionAttempts(TypedDict):
    subscriptionId: str
    #: One for each hour, oldest first; the last is the current one.
    hours: List[SubscriptionAttemptsHoursItem]


class SubscriptionAttemptsHoursItem(TypedDict):
    at: str
    succeeded: int
    failed: int


class SubscriptionChange(TypedDict, total=False):
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


class SubscriptionHealth(TypedDict):
    subscriptionId: str
    since: str
    #: Only events from this time on.
    deliveries: SubscriptionHealthDeliveries
    #: Delivered, of all that were delivered or failed for good; null when none was.
    successRate: Optional[float]
    attempts: SubscriptionHealthAttempts
    #: Open deliveries, apart from those that are being sent at this moment.
    backlog: SubscriptionHealthBacklog
    oldestPendingSeconds: Optional[float]
    lastError: Optional[SubscriptionHealthLastError]
    #: The sample behind these figures: the newest deliveries, at most 5000 of each of ended, ready and waiting, and the attempts of 1000. all is false when there were more.
    lookedAt: SubscriptionHealthLookedAt


class SubscriptionHealthAttempts(TypedDict):
    succeeded: int
    failed: int
    #: The latest one of this time.
    lastAt: Optional[str]
    p50Ms: Optional[int]
    p99Ms: Optional[int]


class SubscriptionHealthBacklog(TypedDict):
    ready: int
    #: For their next attempt.
    waiting: int
    #: Because the subscription is paused.
    held: int


class SubscriptionHealthDeliveries(TypedDict):
    delivered: int
    failed: int
    cancelled: int


class SubscriptionHealthLastError(TypedDict):
    at: str
    failure: str
    message: str
    statusCode: Optional[int]
    deliveryId: str


class SubscriptionHealthLookedAt(TypedDict):
    deliveries: int
    allDeliveries: bool
    attempts: int
    allAttempts: bool


class SwitchTenantAnswer(TypedDict):
    success: Literal[True]
    data: AccessToken


class SwitchTenantBody(TypedDict):
    #: Its slug.
    tenant: str


class TaxRate(TypedDict):
    id: str
    name: str
    country: str
    region: Optional[str]
    taxCode: Optional[str]
    percent: float
    version: int
    createdAt: str
    updatedAt: str


class TaxRateChange(TypedDict, total=False):
    name: str
    #: Two capital letters, ISO 3166-1.
    country: str
    #: The region, as in the address; null: every region.
    region: Optional[str]
    #: The tax code of products and variants; null: all without a rate of their own.
    taxCode: Optional[str]
    #: Up to 4 decimals.
    percent: float


class Tenant(TypedDict):
    id: str
    name: str
    slug: str
    #: The modules that are active.
    modules: List[ModuleName]
    #: The IANA time zone in which days begin and times are shown, such as Europe/Berlin.
    timeZone: str
    #: The ISO 4217 currency that new orders in the dashboard begin with.
    currency: str
    #: The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.
    locale: Optional[str]


class TenantChange(TypedDict, total=False):
    name: str
    #: The IANA time zone in which days begin and times are shown, such as Europe/Berlin.
    timeZone: str
    #: The ISO 4217 currency that new orders in the dashboard begin with.
    currency: str
    #: The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.
    locale: Optional[str]
    address: Optional[BusinessAddress]
    taxNumber: Optional[str]
    #: An image of the library, which cannot be deleted while it is the logo.
    logoAssetId: Optional[str]


class TenantOfAccount(TypedDict):
    id: str
    name: str
    slug: str
    role: Role
    #: True for the tenant that this token is for.
    current: bool


class TenantSettings(TypedDict):
    id: str
    name: str
    slug: str
    #: The modules that are active.
    modules: List[ModuleName]
    #: The IANA time zone in which days begin and times are shown, such as Europe/Berlin.
    timeZone: str
    #: The ISO 4217 currency that new orders in the dashboard begin with.
    currency: str
    #: The language tag whose formats dates and numbers have, such as de-DE; null: that of each browser.
    locale: Optional[str]
    address: Optional[BusinessAddress]
    taxNumber: Optional[str]
    #: An image of the library, which cannot be deleted while it is the logo.
    logoAssetId: Optional[str]
    version: int


class TestDelivery(TypedDict):
    #: The event type whose example is sent.
    event: str


class TestWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Delivery


class Tracking(TypedDict, total=False):
    carrier: str
    number: str
    #: An http(s) address.
    url: str


class UnarchiveCustomerAnswer(TypedDict):
    success: Literal[True]
    data: Customer


class UnpublishEntryAnswer(TypedDict):
    success: Literal[True]
    data: UnpublishEntryAnswerData


class UnpublishEntryAnswerData(TypedDict):
    id: str
    type: str
    slug: Optional[str]
    propertyId: Optional[str]
    #: The entry above it, if its type is a tree.
    parentId: Optional[str]
    #: changed: live, and the draft has been saved since in a locale that is live; readers see what was published.
    status: Literal["draft", "published", "changed", "deleted"]
    #: The number of the latest revision of the draft.
    version: int
    publishedVersion: Optional[int]
    #: The draft. A localised field is an object with a value per locale.
    fields: Dict[str, Any]
    schedule: EntryTimes
    #: The status in each locale, and the times that are set for it alone.
    locales: Dict[str, EntryLocale]
    createdAt: str
    updatedAt: str
    publishedAt: Optional[str]
    firstPublishedAt: Optional[str]
    deletedAt: Optional[str]
    restorableUntil: Optional[str]
    #: Live entries that refer to it, 25 at most; their readers no longer get it.
    shownBy: List[ReleaseEntryOutcomeShownByItem]


class UnpublishEntryBody(TypedDict, total=False):
    #: The locales that are taken down; without it all.
    locales: List[str]
    #: allow: also if a live entry then lacks something that its type requires.
    broken: Literal["allow"]


class UnscheduleEntryAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class UnscheduleReleaseAnswer(TypedDict):
    success: Literal[True]
    data: Release


class UpdateApiKeyAnswer(TypedDict):
    success: Literal[True]
    data: ApiKey


class UpdateAssetAnswer(TypedDict):
    success: Literal[True]
    data: Asset


class UpdateCategoryAnswer(TypedDict):
    success: Literal[True]
    data: Category


class UpdateCommentAnswer(TypedDict):
    success: Literal[True]
    data: ContentComment


class UpdateCustomerAnswer(TypedDict):
    success: Literal[True]
    data: Customer


class UpdateDiscountAnswer(TypedDict):
    success: Literal[True]
    data: Discount


class UpdateEntryAnswer(TypedDict):
    success: Literal[True]
    data: Entry


class UpdateItemAnswer(TypedDict):
    success: Literal[True]
    data: Item


class UpdateLocationAnswer(TypedDict):
    success: Literal[True]
    data: Location


class UpdateMeAnswer(TypedDict):
    success: Literal[True]
    data: Me


class UpdateOrderAnswer(TypedDict):
    success: Literal[True]
    data: Order


class UpdatePriceListAnswer(TypedDict):
    success: Literal[True]
    data: PriceList


class UpdateProductAnswer(TypedDict):
    success: Literal[True]
    data: Product


class UpdatePropertyAnswer(TypedDict):
    success: Literal[True]
    data: Property


class UpdateRedirectAnswer(TypedDict):
    success: Literal[True]
    data: Redirect


class UpdateReleaseAnswer(TypedDict):
    success: Literal[True]
    data: Release


class UpdateShippingOptionAnswer(TypedDict):
    success: Literal[True]
    data: ShippingOption


class UpdateStaffAnswer(TypedDict):
    success: Literal[True]
    data: StaffMember


class UpdateStorefrontCartAnswer(TypedDict):
    success: Literal[True]
    data: Cart


class UpdateStorefrontCheckoutAnswer(TypedDict):
    success: Literal[True]
    data: Checkout


class UpdateStorefrontKeyAnswer(TypedDict):
    success: Literal[True]
    data: StorefrontKey


class UpdateTaxRateAnswer(TypedDict):
    success: Literal[True]
    data: TaxRate


class UpdateTenantAnswer(TypedDict):
    success: Literal[True]
    data: TenantSettings


class UpdateTenantSecondFactorAnswer(TypedDict):
    success: Literal[True]
    data: SecondFactorRoles


class UpdateVariantAnswer(TypedDict):
    success: Literal[True]
    data: Variant


class UpdateViewAnswer(TypedDict):
    success: Literal[True]
    data: View


class UpdateWebhookSubscriptionAnswer(TypedDict):
    success: Literal[True]
    data: Subscription


class UploadAssetAnswer(TypedDict):
    success: Literal[True]
    data: Asset


class Variant(TypedDict):
    id: str
    productId: str
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    prices: List[VariantPricesItem]
    weightGrams: Optional[int]
    dimensions: Optional[Dimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    position: int
    version: int
    createdAt: str
    updatedAt: str


class VariantChange(TypedDict, total=False):
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    #: One per currency.
    prices: List[NewPrice]
    weightGrams: Optional[int]
    dimensions: Optional[Dimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]
    position: int


class _VariantGridRequired(TypedDict):
    #: All variants, in order; others of the product are deleted.
    variants: List[VariantInGrid]


class VariantGrid(_VariantGridRequired, total=False):
    options: List[ProductOption]


class _VariantInGridRequired(TypedDict):
    #: Unique in the tenant. Without control characters, and without blanks around it.
    sku: str


class VariantInGrid(_VariantInGridRequired, total=False):
    #: The variant to change; without it, the one with this SKU, or a new one.
    id: str
    barcode: Optional[str]
    #: One value of each option of the product, in their order.
    optionValues: List[str]
    #: One per currency.
    prices: List[NewPrice]
    weightGrams: Optional[int]
    dimensions: Optional[Dimensions]
    requiresShipping: bool
    taxCode: Optional[str]
    status: Literal["active", "archived"]
    #: Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.
    metadata: Dict[str, Any]


class VariantPricesItem(TypedDict):
    currency: str
    amount: float
    compareAt: Optional[float]


class VerifyPropertyAnswer(TypedDict):
    success: Literal[True]
    data: List[PropertyDomain]


class View(TypedDict):
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


class ViewChange(TypedDict, total=False):
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


Address = Dict[str, Optional[str]]
Channel = Literal["storefront", "b2b_portal", "admin", "import", "mcp"]
ModuleName = Literal["crm", "content", "media", "redirects", "catalog", "inventory", "checkout"]
OrderStatus = Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]
PaymentStatus = Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]
Role = Literal["viewer", "editor", "admin", "owner"]
Scope = Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "read:published", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]
