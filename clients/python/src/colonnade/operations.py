# Written by clients/generate-python.ts from /v1/openapi.json. After a change to the API:
# UPDATE_SNAPSHOT=1 npm test -- 'clients/*.test.ts'
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union

from .answers import FileAnswer
from .bodies import RawBody
from .records import (
    AcceptInvitationAnswer,
    AcceptInvitationBody,
    ActivateModuleAnswer,
    ActivateProductAnswer,
    AddReleaseEntriesAnswer,
    AddStorefrontCartCodeAnswer,
    AddStorefrontCartLinesAnswer,
    ApiKey,
    ApiKeyChange,
    ApiKeyRotation,
    ArchiveCustomerAnswer,
    ArchiveProductAnswer,
    Asset,
    AssetChange,
    AuditLogEntry,
    BeginPasskeyAnswer,
    BeginTotpAnswer,
    BeginTotpBody,
    CancelCatalogImportAnswer,
    CancelImportAnswer,
    CancelOrderAnswer,
    CancelStorefrontCheckoutAnswer,
    Cancellation,
    CartChange,
    CartLineChange,
    CartSummary,
    CatalogImport,
    Category,
    CategoryChange,
    ChangeEntriesInBulkAnswer,
    ChangeInventorySettingsAnswer,
    ChangePasswordAnswer,
    ChangePasswordBody,
    ChangePricesInBulkAnswer,
    ChangeProductsInBulkAnswer,
    CheckoutChange,
    CheckoutCompletion,
    CheckoutCompletionByStaff,
    CheckoutSettingsChange,
    CheckoutSummary,
    ClaimStorefrontCartAnswer,
    CompareEntryRevisionsAnswer,
    CompleteCheckoutAnswer,
    CompleteStorefrontCheckoutAnswer,
    ConfirmPasskeyAnswer,
    ConfirmPasskeyBody,
    ConfirmTotpAnswer,
    ConfirmTotpBody,
    ContentCommentChange,
    ContentCommentThread,
    ContentReviewDecision,
    ContentReviewRequest,
    ContentSearchResult,
    ContentType,
    ContentTypeDefinition,
    CountOrdersAnswer,
    CountProductsAnswer,
    CreateAdjustmentAnswer,
    CreateApiKeyAnswer,
    CreateCatalogImportAnswer,
    CreateCategoryAnswer,
    CreateCustomerAnswer,
    CreateDiscountAnswer,
    CreateEntryAnswer,
    CreateEntryCommentAnswer,
    CreateImportAnswer,
    CreateItemAnswer,
    CreateLocationAnswer,
    CreateOrderAnswer,
    CreateOrderCommentAnswer,
    CreateOrderPaymentAnswer,
    CreateOrdersInBulkAnswer,
    CreateOrdersInBulkBody,
    CreatePreviewTokenAnswer,
    CreatePreviewTokenBody,
    CreatePriceListAnswer,
    CreateProductAnswer,
    CreatePropertyAnswer,
    CreateRecoveryLinkAnswer,
    CreateRedirectAnswer,
    CreateReleaseAnswer,
    CreateShippingOptionAnswer,
    CreateSitePreviewTokenAnswer,
    CreateStaffAnswer,
    CreateStaffBody,
    CreateStaffInvitationAnswer,
    CreateStorefrontCartAnswer,
    CreateStorefrontKeyAnswer,
    CreateStorefrontSessionAnswer,
    CreateTaxRateAnswer,
    CreateTransferAnswer,
    CreateVariantAnswer,
    CreateViewAnswer,
    CreateWebhookSubscriptionAnswer,
    CustomerChange,
    CustomerMerge,
    CustomerSummary,
    CustomerTimelineEntry,
    DeactivateModuleAnswer,
    DecideEntryReviewAnswer,
    DeleteApiKeyAnswer,
    DeleteAssetAnswer,
    DeleteAuthSessionAnswer,
    DeleteCategoryAnswer,
    DeleteCommentAnswer,
    DeleteContentTypeAnswer,
    DeleteDiscountAnswer,
    DeleteEntryAnswer,
    DeleteLocationAnswer,
    DeletePriceListAnswer,
    DeleteProductAnswer,
    DeletePropertyAnswer,
    DeleteRedirectAnswer,
    DeleteReleaseAnswer,
    DeleteShippingOptionAnswer,
    DeleteStaffAnswer,
    DeleteStorefrontKeyAnswer,
    DeleteTaxRateAnswer,
    DeleteVariantAnswer,
    DeleteViewAnswer,
    DeleteWebhookReplayAnswer,
    DeleteWebhookSubscriptionAnswer,
    DeliverOrderAnswer,
    DeliveredItems,
    DeliveryInList,
    Discount,
    DiscountChange,
    EndOtherSessionsAnswer,
    EndStorefrontSessionAnswer,
    EntriesAction,
    Entry,
    EntryChange,
    EntryPosition,
    EntryReference,
    EntrySchedule,
    EraseCustomerAnswer,
    Event,
    ExpireCheckoutAnswer,
    Expunction,
    ExpungeWebhookDeliveryAnswer,
    FolderMove,
    FulfillOrderAnswer,
    Fulfillment,
    GetApiKeyAnswer,
    GetApiKeyUsageAnswer,
    GetAssetAnswer,
    GetAssetUsageAnswer,
    GetAuditLogVerificationAnswer,
    GetAuthAccountAnswer,
    GetAuthSecondFactorsAnswer,
    GetCartAnswer,
    GetCatalogImportAnswer,
    GetCategoryAnswer,
    GetCheckoutAnswer,
    GetCheckoutSettingsAnswer,
    GetContentCalendarAnswer,
    GetContentLocalesAnswer,
    GetContentLocalesChangeAnswer,
    GetContentTypeAnswer,
    GetContentTypeChangeAnswer,
    GetCustomerAnswer,
    GetCustomerTotalsAnswer,
    GetDiscountAnswer,
    GetEntryAnswer,
    GetEntryReviewAnswer,
    GetEntryRevisionAnswer,
    GetEventAnswer,
    GetHealthzAnswer,
    GetHomeAnswer,
    GetImagePresetsAnswer,
    GetImportAnswer,
    GetInventorySettingsAnswer,
    GetItemAnswer,
    GetLocationAnswer,
    GetMeAnswer,
    GetOrderAnswer,
    GetOrderMetricsAnswer,
    GetPriceListAnswer,
    GetProductAnswer,
    GetProductVariantsAnswer,
    GetPropertyAnswer,
    GetPublishedEntryAnswer,
    GetPublishedTreeAnswer,
    GetReadyzAnswer,
    GetRedirectAnswer,
    GetReleaseAnswer,
    GetRequestAnswer,
    GetShippingOptionAnswer,
    GetStorefrontCartAnswer,
    GetStorefrontCheckoutAnswer,
    GetStorefrontEntryAnswer,
    GetStorefrontKeyAnswer,
    GetStorefrontOrderAnswer,
    GetStorefrontOrderOfCartAnswer,
    GetStorefrontProductAnswer,
    GetStorefrontShopAnswer,
    GetStorefrontTreeAnswer,
    GetTaxRateAnswer,
    GetTenantAnswer,
    GetTenantSecondFactorAnswer,
    GetUsageAnswer,
    GetVariantAnswer,
    GetViewAnswer,
    GetWebhookAttemptsAnswer,
    GetWebhookDeliveryAnswer,
    GetWebhookReplayAnswer,
    GetWebhookSubscriptionAnswer,
    GetWebhookSubscriptionAttemptsAnswer,
    GetWebhookSubscriptionHealthAnswer,
    ImagePreset,
    ImportCountsAnswer,
    ImportRedirectsAnswer,
    InventorySettingsChange,
    Item,
    ItemChange,
    JoinByInvitationAnswer,
    JoinByInvitationBody,
    ListApiKeyUsageAnswer,
    ListApiKeysAnswer,
    ListAssetFoldersAnswer,
    ListAssetsAnswer,
    ListAuditLogAnswer,
    ListAuthSessionsAnswer,
    ListAuthTenantsAnswer,
    ListCartsAnswer,
    ListCatalogImportsAnswer,
    ListCategoriesAnswer,
    ListCheckoutsAnswer,
    ListContentColleaguesAnswer,
    ListContentReviewsAnswer,
    ListContentTypesAnswer,
    ListCustomerOrdersAnswer,
    ListCustomerTimelineAnswer,
    ListCustomersAnswer,
    ListDiscountsAnswer,
    ListEntriesAnswer,
    ListEntryCommentPlacesAnswer,
    ListEntryCommentsAnswer,
    ListEntryReferencesAnswer,
    ListEntryRevisionsAnswer,
    ListEventTypesAnswer,
    ListEventsAnswer,
    ListImportsAnswer,
    ListItemsAnswer,
    ListLocationsAnswer,
    ListModulesAnswer,
    ListMovementsAnswer,
    ListNoticesAnswer,
    ListOrderTimelineAnswer,
    ListOrdersAnswer,
    ListOrdersOfProductAnswer,
    ListPriceListEntriesAnswer,
    ListPriceListsAnswer,
    ListProductsAnswer,
    ListPropertiesAnswer,
    ListPropertyDomainsAnswer,
    ListPublishedEntriesAnswer,
    ListRedirectsAnswer,
    ListReleasesAnswer,
    ListRequestsAnswer,
    ListReservationsAnswer,
    ListShippingOptionsAnswer,
    ListSoldItemsAnswer,
    ListStaffAnswer,
    ListStorefrontCategoriesAnswer,
    ListStorefrontEntriesAnswer,
    ListStorefrontKeysAnswer,
    ListStorefrontOrdersAnswer,
    ListStorefrontProductsAnswer,
    ListTaxRatesAnswer,
    ListVariantsAnswer,
    ListViewsAnswer,
    ListWebhookDeliveriesAnswer,
    ListWebhookSubscriptionReplaysAnswer,
    ListWebhookSubscriptionsAnswer,
    ListedContentReview,
    Location,
    LocationChange,
    LoggedRequest,
    LookUpInvitationAnswer,
    MergeCustomerAnswer,
    MoveAssetFolderAnswer,
    MoveEntryAnswer,
    MoveReservationAnswer,
    Movement,
    NewAdjustment,
    NewApiKey,
    NewAsset,
    NewCart,
    NewCartCode,
    NewCartLines,
    NewCategory,
    NewComment,
    NewContentComment,
    NewContentLocales,
    NewCustomer,
    NewCustomerSession,
    NewDiscount,
    NewEntry,
    NewItem,
    NewLocation,
    NewOrder,
    NewPayment,
    NewPriceList,
    NewProduct,
    NewProperty,
    NewRedirect,
    NewRelease,
    NewReleaseEntries,
    NewReplay,
    NewShippingOption,
    NewStorefrontKey,
    NewSubscription,
    NewTaxRate,
    NewTransfer,
    NewVariant,
    NewView,
    Notice,
    OrderChange,
    OrderImport,
    OrderOfCustomer,
    OrderOfProduct,
    OrderSummary,
    OrderTimelineEntry,
    PasswordProof,
    PreviewEntryAnswer,
    PriceList,
    PriceListChange,
    PriceListEntriesChange,
    PriceListEntry,
    PriceQuery,
    PricesChange,
    ProductChange,
    ProductSummary,
    ProductsChange,
    ProfileChange,
    Property,
    PropertyChange,
    PublishEntryAnswer,
    PublishEntryBody,
    PublishReleaseAnswer,
    PublishedEntry,
    QuotePricesAnswer,
    ReadNoticeAnswer,
    RecoverStorefrontCartAnswer,
    Redirect,
    RedirectChange,
    RefreshAnswer,
    Refund,
    RefundOrderAnswer,
    Release,
    ReleasePublishing,
    ReleaseSchedule,
    RemoveReleaseEntryAnswer,
    RemoveSecondFactorAnswer,
    RemoveStorefrontCartCodeAnswer,
    RenewRecoveryCodesAnswer,
    RenewStorefrontSessionAnswer,
    ReplaceCheckoutSettingsAnswer,
    ReplaceContentLocalesAnswer,
    ReplaceContentTypeAnswer,
    ReplaceImagePresetsAnswer,
    ReplaceProductVariantsAnswer,
    Replay,
    ReplayWebhookSubscriptionAnswer,
    RequestEntryReviewAnswer,
    ResendWebhookDeliveriesAnswer,
    ResendWebhookDeliveryAnswer,
    Resending,
    Reservation,
    ReservationMove,
    ResolveRedirectAnswer,
    RestoreEntryAnswer,
    RestoreEntryRevisionAnswer,
    RetryWebhookDeliveryAnswer,
    Revision,
    RotateApiKeyAnswer,
    RotateSecretWebhookSubscriptionAnswer,
    ScheduleEntryAnswer,
    ScheduleReleaseAnswer,
    SearchAnswer,
    SearchPublishedEntriesAnswer,
    SearchStorefrontEntriesAnswer,
    SecondFactorRoles,
    SecretRotation,
    SetPasswordAnswer,
    SetPasswordBody,
    SetPriceListEntriesAnswer,
    SetStorefrontCartLineAnswer,
    ShippingOption,
    ShippingOptionChange,
    SignAssetAnswer,
    SignAssetBody,
    SignInAnswer,
    SignInBody,
    SignInSecondFactorAnswer,
    SignInSecondFactorBody,
    SignOutAnswer,
    StaffMemberAccess,
    StaffMemberInList,
    StartStorefrontCheckoutAnswer,
    StorefrontCategory,
    StorefrontKey,
    StorefrontKeyChange,
    StorefrontOrderSummary,
    StorefrontProductSummary,
    Subscription,
    SubscriptionChange,
    SwitchTenantAnswer,
    SwitchTenantBody,
    TaxRate,
    TaxRateChange,
    TenantChange,
    TestDelivery,
    TestWebhookSubscriptionAnswer,
    UnarchiveCustomerAnswer,
    UnpublishEntryAnswer,
    UnpublishEntryBody,
    UnscheduleEntryAnswer,
    UnscheduleReleaseAnswer,
    UpdateApiKeyAnswer,
    UpdateAssetAnswer,
    UpdateCategoryAnswer,
    UpdateCommentAnswer,
    UpdateCustomerAnswer,
    UpdateDiscountAnswer,
    UpdateEntryAnswer,
    UpdateItemAnswer,
    UpdateLocationAnswer,
    UpdateMeAnswer,
    UpdateOrderAnswer,
    UpdatePriceListAnswer,
    UpdateProductAnswer,
    UpdatePropertyAnswer,
    UpdateRedirectAnswer,
    UpdateReleaseAnswer,
    UpdateShippingOptionAnswer,
    UpdateStaffAnswer,
    UpdateStorefrontCartAnswer,
    UpdateStorefrontCheckoutAnswer,
    UpdateStorefrontKeyAnswer,
    UpdateTaxRateAnswer,
    UpdateTenantAnswer,
    UpdateTenantSecondFactorAnswer,
    UpdateVariantAnswer,
    UpdateViewAnswer,
    UpdateWebhookSubscriptionAnswer,
    UploadAssetAnswer,
    Variant,
    VariantChange,
    VariantGrid,
    VerifyPropertyAnswer,
    View,
    ViewChange,
)


class Operations:
    """Every operation of the API. Lists also have an iterator over all their rows."""

    def _send(self, method: str, path: str, **options: Any) -> Any:
        raise NotImplementedError

    def _rows(self, path: str, cursor: str, query: Dict[str, Any], **options: Any) -> Iterator[Any]:
        raise NotImplementedError

    def accept_invitation(
        self,
        body: AcceptInvitationBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AcceptInvitationAnswer:
        """Accept an invitation with the account you are signed in with. Needs role viewer."""
        answer: AcceptInvitationAnswer = self._send(
            "POST",
            "/v1/auth/invitations/accept",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def activate_module(
        self,
        name: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ActivateModuleAnswer:
        """Switch a module on; its data stays. Needs role admin."""
        answer: ActivateModuleAnswer = self._send(
            "POST",
            "/v1/modules/{name}/activate",
            keyed=True,
            values={"name": name},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def activate_product(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ActivateProductAnswer:
        """Offer a product for sale. Needs role editor, scope write:catalog, module catalog."""
        answer: ActivateProductAnswer = self._send(
            "POST",
            "/v1/catalog/products/{id}/activate",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def add_release_entries(
        self,
        id: str,
        body: NewReleaseEntries,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AddReleaseEntriesAnswer:
        """Add entries to an open release. Needs role editor, scope write:content, module content."""
        answer: AddReleaseEntriesAnswer = self._send(
            "POST",
            "/v1/content/releases/{id}/entries",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def add_storefront_cart_code(
        self,
        body: NewCartCode,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AddStorefrontCartCodeAnswer:
        """Add a discount code to the cart. Needs cartToken, module checkout."""
        answer: AddStorefrontCartCodeAnswer = self._send(
            "POST",
            "/v1/storefront/carts/current/codes",
            keyed=True,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def add_storefront_cart_lines(
        self,
        body: NewCartLines,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AddStorefrontCartLinesAnswer:
        """Add lines to the cart. Needs cartToken, module checkout."""
        answer: AddStorefrontCartLinesAnswer = self._send(
            "POST",
            "/v1/storefront/carts/current/lines",
            keyed=True,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def archive_customer(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ArchiveCustomerAnswer:
        """Archive a customer: out of the list, but still there. Needs role editor, scope write:crm, module crm."""
        answer: ArchiveCustomerAnswer = self._send(
            "POST",
            "/v1/crm/customers/{id}/archive",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def archive_product(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ArchiveProductAnswer:
        """Take a product off sale. Needs role editor, scope write:catalog, module catalog."""
        answer: ArchiveProductAnswer = self._send(
            "POST",
            "/v1/catalog/products/{id}/archive",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def begin_passkey(
        self,
        body: PasswordProof,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> BeginPasskeyAnswer:
        """Begin with a passkey: the options that a browser needs to make one. Needs role viewer."""
        answer: BeginPasskeyAnswer = self._send(
            "POST",
            "/v1/auth/second-factors/passkey",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def begin_totp(
        self,
        body: BeginTotpBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> BeginTotpAnswer:
        """Begin with an authenticator app; confirm it with its first code. Needs role viewer."""
        answer: BeginTotpAnswer = self._send(
            "POST",
            "/v1/auth/second-factors/totp",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def cancel_catalog_import(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CancelCatalogImportAnswer:
        """Cancel an import; products that it has written stay. Needs role editor, scope write:catalog, module catalog."""
        answer: CancelCatalogImportAnswer = self._send(
            "POST",
            "/v1/catalog/imports/{id}/cancel",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def cancel_import(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CancelImportAnswer:
        """Cancel an import; orders that it has placed stay. Needs role editor, scope write:crm_bulk, module crm."""
        answer: CancelImportAnswer = self._send(
            "POST",
            "/v1/crm/imports/{id}/cancel",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def cancel_order(
        self,
        id: str,
        body: Optional[Cancellation] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CancelOrderAnswer:
        """Cancel an order. Needs role editor, scope write:crm, module crm."""
        answer: CancelOrderAnswer = self._send(
            "POST",
            "/v1/crm/orders/{id}/cancel",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def cancel_storefront_checkout(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CancelStorefrontCheckoutAnswer:
        """Cancel the checkout, and free its stock at once. Needs cartToken, module checkout."""
        answer: CancelStorefrontCheckoutAnswer = self._send(
            "DELETE",
            "/v1/storefront/checkouts/current",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def change_entries_in_bulk(
        self,
        body: EntriesAction,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ChangeEntriesInBulkAnswer:
        """Publish, unpublish, delete or restore up to 200 entries. Needs role editor, scope write:content, module content."""
        answer: ChangeEntriesInBulkAnswer = self._send(
            "POST",
            "/v1/content/entries/bulk",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def change_inventory_settings(
        self,
        body: InventorySettingsChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ChangeInventorySettingsAnswer:
        """Change how orders meet the stock. Needs role admin, scope write:inventory, module inventory."""
        answer: ChangeInventorySettingsAnswer = self._send(
            "PATCH",
            "/v1/inventory/settings",
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def change_password(
        self,
        body: ChangePasswordBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ChangePasswordAnswer:
        """Change your own password; every other sign-in of yours ends. Needs role viewer."""
        answer: ChangePasswordAnswer = self._send(
            "POST",
            "/v1/auth/change-password",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def change_prices_in_bulk(
        self,
        body: PricesChange,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ChangePricesInBulkAnswer:
        """Change the prices of up to 5000 variants by percent or amount, or set them. Needs role editor, scope write:catalog, module catalog."""
        answer: ChangePricesInBulkAnswer = self._send(
            "POST",
            "/v1/catalog/prices/bulk",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def change_products_in_bulk(
        self,
        body: ProductsChange,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ChangeProductsInBulkAnswer:
        """Change the status or the tags of up to 1000 products. Needs role editor, scope write:catalog, module catalog."""
        answer: ChangeProductsInBulkAnswer = self._send(
            "POST",
            "/v1/catalog/products/bulk",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def claim_storefront_cart(
        self,
        body: AcceptInvitationBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ClaimStorefrontCartAnswer:
        """Make a cart that of the customer who signed in. Needs customerSession, module checkout."""
        answer: ClaimStorefrontCartAnswer = self._send(
            "POST",
            "/v1/storefront/carts/current/claim",
            keyed=True,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def compare_entry_revisions(
        self,
        id: str,
        *,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CompareEntryRevisionsAnswer:
        """Compare two revisions of an entry. Needs role viewer, scope read:content, module content."""
        answer: CompareEntryRevisionsAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/diff",
            values={"id": id},
            query={"from": from_, "to": to},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def complete_checkout(
        self,
        id: str,
        body: CheckoutCompletionByStaff,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CompleteCheckoutAnswer:
        """Place the order of an open checkout. Needs role editor, scope write:checkout, module checkout."""
        answer: CompleteCheckoutAnswer = self._send(
            "POST",
            "/v1/checkout/checkouts/{id}/complete",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def complete_storefront_checkout(
        self,
        body: CheckoutCompletion,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CompleteStorefrontCheckoutAnswer:
        """Complete the checkout: place its order. Needs cartToken, module checkout."""
        answer: CompleteStorefrontCheckoutAnswer = self._send(
            "POST",
            "/v1/storefront/checkouts/current/complete",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def confirm_passkey(
        self,
        body: ConfirmPasskeyBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ConfirmPasskeyAnswer:
        """Keep the passkey that the browser made; your other sign-ins end with the first factor. Needs role viewer."""
        answer: ConfirmPasskeyAnswer = self._send(
            "POST",
            "/v1/auth/second-factors/passkey/confirm",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def confirm_totp(
        self,
        id: str,
        body: ConfirmTotpBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ConfirmTotpAnswer:
        """Confirm an authenticator app within ten minutes; your other sign-ins end with the first factor. Needs role viewer."""
        answer: ConfirmTotpAnswer = self._send(
            "POST",
            "/v1/auth/second-factors/{id}/confirm",
            values={"id": id},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def count_orders(
        self,
        *,
        q: Optional[str] = None,
        status: Optional[Union[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"], List[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]]]] = None,
        payment_status: Optional[Union[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"], List[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]]]] = None,
        channel: Optional[Union[Literal["storefront", "b2b_portal", "admin", "import", "mcp"], List[Literal["storefront", "b2b_portal", "admin", "import", "mcp"]]]] = None,
        owed: Optional[Literal["true"]] = None,
        customer_id: Optional[str] = None,
        property_id: Optional[str] = None,
        order_number: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        currency: Optional[str] = None,
        total_from: Optional[float] = None,
        total_to: Optional[float] = None,
        metadata_key: Optional[str] = None,
        metadata_value: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CountOrdersAnswer:
        """Count orders. Needs role viewer, scope read:crm, module crm."""
        answer: CountOrdersAnswer = self._send(
            "GET",
            "/v1/crm/orders/count",
            query={"q": q, "status": status, "paymentStatus": payment_status, "channel": channel, "owed": owed, "customerId": customer_id, "propertyId": property_id, "orderNumber": order_number, "createdFrom": created_from, "createdTo": created_to, "currency": currency, "totalFrom": total_from, "totalTo": total_to, "metadataKey": metadata_key, "metadataValue": metadata_value},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def count_products(
        self,
        *,
        status: Optional[Literal["draft", "active", "archived"]] = None,
        kind: Optional[Literal["physical", "digital", "service", "gift_card"]] = None,
        category_id: Optional[str] = None,
        tag: Optional[str] = None,
        vendor: Optional[str] = None,
        type: Optional[str] = None,
        property_id: Optional[str] = None,
        currency: Optional[str] = None,
        price_from: Optional[float] = None,
        price_to: Optional[float] = None,
        q: Optional[str] = None,
        sku: Optional[str] = None,
        stock: Optional[Literal["low", "depleted"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CountProductsAnswer:
        """Count the products that match, up to 1000. Needs role viewer, scope read:catalog, module catalog."""
        answer: CountProductsAnswer = self._send(
            "GET",
            "/v1/catalog/products/count",
            query={"status": status, "kind": kind, "categoryId": category_id, "tag": tag, "vendor": vendor, "type": type, "propertyId": property_id, "currency": currency, "priceFrom": price_from, "priceTo": price_to, "q": q, "sku": sku, "stock": stock},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_adjustment(
        self,
        body: NewAdjustment,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateAdjustmentAnswer:
        """Adjust or count stock, all lines or none. Needs role editor, scope write:inventory, module inventory."""
        answer: CreateAdjustmentAnswer = self._send(
            "POST",
            "/v1/inventory/adjustments",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_api_key(
        self,
        body: NewApiKey,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateApiKeyAnswer:
        """Create an API key. Needs role admin."""
        answer: CreateApiKeyAnswer = self._send(
            "POST",
            "/v1/api-keys",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_catalog_import(
        self,
        body: RawBody,
        content_type: Literal["text/csv", "application/x-ndjson"],
        *,
        mapping: Optional[str] = None,
        delimiter: Optional[Literal["comma", "semicolon", "tab"]] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        file_name: Optional[str] = None,
        existing: Optional[Literal["update", "skip", "refuse"]] = None,
        error_policy: Optional[Literal["reject_failed", "reject_all"]] = None,
        currency: Optional[str] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateCatalogImportAnswer:
        """Import products from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:catalog, module catalog."""
        answer: CreateCatalogImportAnswer = self._send(
            "POST",
            "/v1/catalog/imports",
            keyed=True,
            query={"mapping": mapping, "delimiter": delimiter, "decimal": decimal, "fileName": file_name, "existing": existing, "errorPolicy": error_policy, "currency": currency, "dryRun": dry_run},
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_category(
        self,
        body: NewCategory,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateCategoryAnswer:
        """Create a category. Needs role editor, scope write:catalog, module catalog."""
        answer: CreateCategoryAnswer = self._send(
            "POST",
            "/v1/catalog/categories",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_customer(
        self,
        body: NewCustomer,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateCustomerAnswer:
        """Create a customer. Needs role editor, scope write:crm, module crm."""
        answer: CreateCustomerAnswer = self._send(
            "POST",
            "/v1/crm/customers",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_discount(
        self,
        body: NewDiscount,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateDiscountAnswer:
        """Create a discount. Needs role editor, scope write:checkout, module checkout."""
        answer: CreateDiscountAnswer = self._send(
            "POST",
            "/v1/checkout/discounts",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_entry(
        self,
        body: NewEntry,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateEntryAnswer:
        """Create an entry as a draft. Needs role editor, scope write:content, module content."""
        answer: CreateEntryAnswer = self._send(
            "POST",
            "/v1/content/entries",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_entry_comment(
        self,
        id: str,
        body: NewContentComment,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateEntryCommentAnswer:
        """Comment on an entry, on one of its fields, or on a block. Needs role editor, scope write:content, module content."""
        answer: CreateEntryCommentAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/comments",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_import(
        self,
        body: RawBody,
        content_type: Literal["text/csv", "application/x-ndjson"],
        *,
        mapping: Optional[str] = None,
        delimiter: Optional[Literal["comma", "semicolon", "tab"]] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        file_name: Optional[str] = None,
        error_policy: Optional[Literal["reject_failed", "reject_all"]] = None,
        create_customers: Optional[bool] = None,
        channel: Optional[Literal["storefront", "b2b_portal", "admin", "import", "mcp"]] = None,
        currency: Optional[str] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateImportAnswer:
        """Import orders from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:crm_bulk, module crm."""
        answer: CreateImportAnswer = self._send(
            "POST",
            "/v1/crm/imports",
            keyed=True,
            query={"mapping": mapping, "delimiter": delimiter, "decimal": decimal, "fileName": file_name, "errorPolicy": error_policy, "createCustomers": create_customers, "channel": channel, "currency": currency, "dryRun": dry_run},
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_item(
        self,
        body: NewItem,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateItemAnswer:
        """Create an item: a SKU whose stock is kept. Needs role editor, scope write:inventory, module inventory."""
        answer: CreateItemAnswer = self._send(
            "POST",
            "/v1/inventory/items",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_location(
        self,
        body: NewLocation,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateLocationAnswer:
        """Create a location: a place where stock is. Needs role admin, scope write:inventory, module inventory."""
        answer: CreateLocationAnswer = self._send(
            "POST",
            "/v1/inventory/locations",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_order(
        self,
        body: NewOrder,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateOrderAnswer:
        """Place an order. Needs role editor, scope write:crm, module crm."""
        answer: CreateOrderAnswer = self._send(
            "POST",
            "/v1/crm/orders",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_order_comment(
        self,
        id: str,
        body: NewComment,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateOrderCommentAnswer:
        """Comment on an order, in its timeline. Needs role editor, scope write:crm, module crm."""
        answer: CreateOrderCommentAnswer = self._send(
            "POST",
            "/v1/crm/orders/{id}/comments",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_order_payment(
        self,
        id: str,
        body: NewPayment,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateOrderPaymentAnswer:
        """Record a payment that was made elsewhere. Needs role editor, scope write:crm, module crm."""
        answer: CreateOrderPaymentAnswer = self._send(
            "POST",
            "/v1/crm/orders/{id}/payments",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_orders_in_bulk(
        self,
        body: CreateOrdersInBulkBody,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateOrdersInBulkAnswer:
        """Place up to 1,000 orders, with a result for each. Needs role editor, scope write:crm_bulk, module crm."""
        answer: CreateOrdersInBulkAnswer = self._send(
            "POST",
            "/v1/crm/orders/bulk",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_preview_token(
        self,
        id: str,
        body: Optional[CreatePreviewTokenBody] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatePreviewTokenAnswer:
        """Make a token that shows the draft for a short while. Needs role editor, scope write:content, module content."""
        answer: CreatePreviewTokenAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/preview-token",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_price_list(
        self,
        body: NewPriceList,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatePriceListAnswer:
        """Create a price list. Needs role editor, scope write:catalog, module catalog."""
        answer: CreatePriceListAnswer = self._send(
            "POST",
            "/v1/catalog/price-lists",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_product(
        self,
        body: NewProduct,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateProductAnswer:
        """Create a product, with its variants if they are known. Needs role editor, scope write:catalog, module catalog."""
        answer: CreateProductAnswer = self._send(
            "POST",
            "/v1/catalog/products",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_property(
        self,
        body: NewProperty,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreatePropertyAnswer:
        """Create a property: a site with its domains and languages. Needs role editor, scope write:properties."""
        answer: CreatePropertyAnswer = self._send(
            "POST",
            "/v1/properties",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_recovery_link(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateRecoveryLinkAnswer:
        """Make a link that restores an abandoned cart. Needs role editor, scope write:checkout, module checkout."""
        answer: CreateRecoveryLinkAnswer = self._send(
            "POST",
            "/v1/checkout/carts/{id}/recovery-link",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_redirect(
        self,
        body: NewRedirect,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateRedirectAnswer:
        """Add a redirect. Needs role editor, scope write:redirects, module redirects."""
        answer: CreateRedirectAnswer = self._send(
            "POST",
            "/v1/redirects",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_release(
        self,
        body: NewRelease,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateReleaseAnswer:
        """Create a release, without entries. Needs role editor, scope write:content, module content."""
        answer: CreateReleaseAnswer = self._send(
            "POST",
            "/v1/content/releases",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_shipping_option(
        self,
        body: NewShippingOption,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateShippingOptionAnswer:
        """Create a shipping option. Needs role editor, scope write:checkout, module checkout."""
        answer: CreateShippingOptionAnswer = self._send(
            "POST",
            "/v1/checkout/shipping-options",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_site_preview_token(
        self,
        body: Optional[CreatePreviewTokenBody] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateSitePreviewTokenAnswer:
        """Make a token that shows the drafts of a whole site for a short while. Needs role editor, scope write:content, module content."""
        answer: CreateSitePreviewTokenAnswer = self._send(
            "POST",
            "/v1/content/preview-tokens",
            keyed=True,
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_staff(
        self,
        body: CreateStaffBody,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateStaffAnswer:
        """Invite a person to the staff. Needs role admin."""
        answer: CreateStaffAnswer = self._send(
            "POST",
            "/v1/staff",
            keyed=True,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_staff_invitation(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateStaffInvitationAnswer:
        """Make a new invitation link; the former one expires. Needs role admin."""
        answer: CreateStaffInvitationAnswer = self._send(
            "POST",
            "/v1/staff/{id}/invitation",
            keyed=True,
            values={"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_storefront_cart(
        self,
        body: NewCart,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateStorefrontCartAnswer:
        """Create a cart with its first lines. Needs publishableKey or bearer or customerSession, module checkout."""
        answer: CreateStorefrontCartAnswer = self._send(
            "POST",
            "/v1/storefront/carts",
            keyed=True,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_storefront_key(
        self,
        body: NewStorefrontKey,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateStorefrontKeyAnswer:
        """Create a storefront key: it opens the shop of one site, and may be public. Needs role admin."""
        answer: CreateStorefrontKeyAnswer = self._send(
            "POST",
            "/v1/storefront-keys",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_storefront_session(
        self,
        body: NewCustomerSession,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateStorefrontSessionAnswer:
        """Sign a customer in, after your own server has checked who it is. Needs bearer."""
        answer: CreateStorefrontSessionAnswer = self._send(
            "POST",
            "/v1/storefront/sessions",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_tax_rate(
        self,
        body: NewTaxRate,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateTaxRateAnswer:
        """Create a tax rate. Needs role editor, scope write:checkout, module checkout."""
        answer: CreateTaxRateAnswer = self._send(
            "POST",
            "/v1/checkout/tax-rates",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_transfer(
        self,
        body: NewTransfer,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateTransferAnswer:
        """Move stock from one location to another, all lines or none. Needs role editor, scope write:inventory, module inventory."""
        answer: CreateTransferAnswer = self._send(
            "POST",
            "/v1/inventory/transfers",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_variant(
        self,
        body: NewVariant,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateVariantAnswer:
        """Add a variant to a product, behind the others. Needs role editor, scope write:catalog, module catalog."""
        answer: CreateVariantAnswer = self._send(
            "POST",
            "/v1/catalog/variants",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_view(
        self,
        body: NewView,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateViewAnswer:
        """Save a view of a list for everybody on the staff. Needs role editor."""
        answer: CreateViewAnswer = self._send(
            "POST",
            "/v1/views",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def create_webhook_subscription(
        self,
        body: NewSubscription,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> CreateWebhookSubscriptionAnswer:
        """Subscribe an address to events. Needs role admin."""
        answer: CreateWebhookSubscriptionAnswer = self._send(
            "POST",
            "/v1/webhooks/subscriptions",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def deactivate_module(
        self,
        name: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeactivateModuleAnswer:
        """Switch a module off; its data stays. Needs role admin."""
        answer: DeactivateModuleAnswer = self._send(
            "POST",
            "/v1/modules/{name}/deactivate",
            keyed=True,
            values={"name": name},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def decide_entry_review(
        self,
        id: str,
        body: ContentReviewDecision,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DecideEntryReviewAnswer:
        """Approve a version of an entry, or ask for changes. Needs role editor, scope write:content, module content."""
        answer: DecideEntryReviewAnswer = self._send(
            "PUT",
            "/v1/content/entries/{id}/review",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_api_key(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteApiKeyAnswer:
        """Revoke an API key, from its next request on. Needs role admin."""
        answer: DeleteApiKeyAnswer = self._send(
            "DELETE",
            "/v1/api-keys/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_asset(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteAssetAnswer:
        """Delete an asset. Needs role editor, scope write:media, module media."""
        answer: DeleteAssetAnswer = self._send(
            "DELETE",
            "/v1/media/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_auth_session(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteAuthSessionAnswer:
        """End one of your sign-ins. Needs role viewer."""
        answer: DeleteAuthSessionAnswer = self._send(
            "DELETE",
            "/v1/auth/sessions/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_category(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteCategoryAnswer:
        """Delete a category. Needs role editor, scope write:catalog, module catalog."""
        answer: DeleteCategoryAnswer = self._send(
            "DELETE",
            "/v1/catalog/categories/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_comment(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteCommentAnswer:
        """Delete a comment with its replies. Needs role editor, scope write:content, module content."""
        answer: DeleteCommentAnswer = self._send(
            "DELETE",
            "/v1/content/comments/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_content_type(
        self,
        name: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteContentTypeAnswer:
        """Delete a content type that has no entries. Needs role editor, scope write:content, module content."""
        answer: DeleteContentTypeAnswer = self._send(
            "DELETE",
            "/v1/content/types/{name}",
            values={"name": name},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_discount(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteDiscountAnswer:
        """Delete a discount. Needs role editor, scope write:checkout, module checkout."""
        answer: DeleteDiscountAnswer = self._send(
            "DELETE",
            "/v1/checkout/discounts/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_entry(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteEntryAnswer:
        """Delete an entry, restorable for 30 days. Needs role editor, scope write:content, module content."""
        answer: DeleteEntryAnswer = self._send(
            "DELETE",
            "/v1/content/entries/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_location(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteLocationAnswer:
        """Delete a location that never had stock. Needs role admin, scope write:inventory, module inventory."""
        answer: DeleteLocationAnswer = self._send(
            "DELETE",
            "/v1/inventory/locations/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_price_list(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeletePriceListAnswer:
        """Delete a price list with its entries. Needs role editor, scope write:catalog, module catalog."""
        answer: DeletePriceListAnswer = self._send(
            "DELETE",
            "/v1/catalog/price-lists/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_product(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteProductAnswer:
        """Delete a product that is draft or archived, with its variants. Needs role editor, scope write:catalog, module catalog."""
        answer: DeleteProductAnswer = self._send(
            "DELETE",
            "/v1/catalog/products/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_property(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeletePropertyAnswer:
        """Delete a property. Needs role editor, scope write:properties."""
        answer: DeletePropertyAnswer = self._send(
            "DELETE",
            "/v1/properties/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_redirect(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteRedirectAnswer:
        """Remove a redirect. Needs role editor, scope write:redirects, module redirects."""
        answer: DeleteRedirectAnswer = self._send(
            "DELETE",
            "/v1/redirects/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_release(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteReleaseAnswer:
        """Delete a release; its entries stay as they are. Needs role editor, scope write:content, module content."""
        answer: DeleteReleaseAnswer = self._send(
            "DELETE",
            "/v1/content/releases/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_shipping_option(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteShippingOptionAnswer:
        """Delete a shipping option. Needs role editor, scope write:checkout, module checkout."""
        answer: DeleteShippingOptionAnswer = self._send(
            "DELETE",
            "/v1/checkout/shipping-options/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_staff(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteStaffAnswer:
        """Remove a member from the staff, or withdraw an invitation. Needs role admin."""
        answer: DeleteStaffAnswer = self._send(
            "DELETE",
            "/v1/staff/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_storefront_key(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteStorefrontKeyAnswer:
        """Revoke a storefront key, from its next request on. Needs role admin."""
        answer: DeleteStorefrontKeyAnswer = self._send(
            "DELETE",
            "/v1/storefront-keys/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_tax_rate(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteTaxRateAnswer:
        """Delete a tax rate. Needs role editor, scope write:checkout, module checkout."""
        answer: DeleteTaxRateAnswer = self._send(
            "DELETE",
            "/v1/checkout/tax-rates/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_variant(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteVariantAnswer:
        """Delete a variant. Needs role editor, scope write:catalog, module catalog."""
        answer: DeleteVariantAnswer = self._send(
            "DELETE",
            "/v1/catalog/variants/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_view(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteViewAnswer:
        """Delete a saved view. Needs role editor."""
        answer: DeleteViewAnswer = self._send(
            "DELETE",
            "/v1/views/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_webhook_replay(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteWebhookReplayAnswer:
        """Cancel a replay, and what it queued and was not sent yet. Needs role admin."""
        answer: DeleteWebhookReplayAnswer = self._send(
            "DELETE",
            "/v1/webhooks/replays/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def delete_webhook_subscription(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeleteWebhookSubscriptionAnswer:
        """Delete a subscription permanently. Needs role admin."""
        answer: DeleteWebhookSubscriptionAnswer = self._send(
            "DELETE",
            "/v1/webhooks/subscriptions/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def deliver_order(
        self,
        id: str,
        body: Optional[DeliveredItems] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> DeliverOrderAnswer:
        """Mark what was fulfilled as delivered. Needs role editor, scope write:crm, module crm."""
        answer: DeliverOrderAnswer = self._send(
            "POST",
            "/v1/crm/orders/{id}/deliver",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def end_other_sessions(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> EndOtherSessionsAnswer:
        """End all your sign-ins but this one. Needs role viewer."""
        answer: EndOtherSessionsAnswer = self._send(
            "POST",
            "/v1/auth/sessions/end-others",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def end_storefront_session(
        self,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> EndStorefrontSessionAnswer:
        """Sign the customer out, from the next request on. Needs customerSession."""
        answer: EndStorefrontSessionAnswer = self._send(
            "DELETE",
            "/v1/storefront/sessions/current",
            query={"dryRun": dry_run},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def erase_customer(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> EraseCustomerAnswer:
        """Erase what is personal about a customer, for good. Needs role admin, scope write:crm, module crm."""
        answer: EraseCustomerAnswer = self._send(
            "POST",
            "/v1/crm/customers/{id}/erase",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def expire_checkout(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ExpireCheckoutAnswer:
        """End an open checkout now, and free its stock. Needs role editor, scope write:checkout, module checkout."""
        answer: ExpireCheckoutAnswer = self._send(
            "POST",
            "/v1/checkout/checkouts/{id}/expire",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def export_products(
        self,
        *,
        format: Optional[Literal["csv", "ndjson"]] = None,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """All products as a file: CSV with a row for each variant, NDJSON with a line for each product. Needs role viewer, scope read:catalog, module catalog."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/catalog/exports",
            query={"format": format, "after": after},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def expunge_webhook_delivery(
        self,
        id: str,
        body: Expunction,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ExpungeWebhookDeliveryAnswer:
        """Remove the answers that a delivery has stored, and on request the data of its event, for good. Needs role admin."""
        answer: ExpungeWebhookDeliveryAnswer = self._send(
            "POST",
            "/v1/webhooks/deliveries/{id}/expunge",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def fulfill_order(
        self,
        id: str,
        body: Optional[Fulfillment] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FulfillOrderAnswer:
        """Fulfill an order or some of it. Needs role editor, scope write:crm, module crm."""
        answer: FulfillOrderAnswer = self._send(
            "POST",
            "/v1/crm/orders/{id}/fulfill",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_api_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetApiKeyAnswer:
        """An API key. Needs role admin."""
        answer: GetApiKeyAnswer = self._send(
            "GET",
            "/v1/api-keys/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_api_key_usage(
        self,
        id: str,
        *,
        hours: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetApiKeyUsageAnswer:
        """How many requests were made with a key, by hour. Needs role admin."""
        answer: GetApiKeyUsageAnswer = self._send(
            "GET",
            "/v1/api-keys/{id}/usage",
            values={"id": id},
            query={"hours": hours},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_asset(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetAssetAnswer:
        """Get an asset. Needs role viewer, scope read:media, module media."""
        answer: GetAssetAnswer = self._send(
            "GET",
            "/v1/media/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_asset_file(
        self,
        id: str,
        file: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """Get a file of an asset, public or private. Needs role viewer, scope read:media, module media."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/media/{id}/files/{file}",
            values={"id": id, "file": file},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_asset_usage(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetAssetUsageAnswer:
        """See what uses an asset. Needs role viewer, scope read:media, module media."""
        answer: GetAssetUsageAnswer = self._send(
            "GET",
            "/v1/media/{id}/usage",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_audit_log_verification(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetAuditLogVerificationAnswer:
        """Verify that the log is whole: every entry is chained to the one before. Needs role admin."""
        answer: GetAuditLogVerificationAnswer = self._send(
            "GET",
            "/v1/audit-log/verification",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_auth_account(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetAuthAccountAnswer:
        """The address of your account, which is yours and not a tenant’s. Needs role viewer."""
        answer: GetAuthAccountAnswer = self._send(
            "GET",
            "/v1/auth/account",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_auth_second_factors(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetAuthSecondFactorsAnswer:
        """Your second factors. Needs role viewer."""
        answer: GetAuthSecondFactorsAnswer = self._send(
            "GET",
            "/v1/auth/second-factors",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_cart(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCartAnswer:
        """Get a cart with the prices of now. Needs role viewer, scope read:checkout, module checkout."""
        answer: GetCartAnswer = self._send(
            "GET",
            "/v1/checkout/carts/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_catalog_import(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCatalogImportAnswer:
        """The progress of an import of products. Needs role viewer, scope read:catalog, module catalog."""
        answer: GetCatalogImportAnswer = self._send(
            "GET",
            "/v1/catalog/imports/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_catalog_import_errors(
        self,
        id: str,
        *,
        format: Optional[Literal["csv", "ndjson"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """The errors of an import of products, as a file. Needs role viewer, scope read:catalog, module catalog."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/catalog/imports/{id}/errors",
            values={"id": id},
            query={"format": format},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_category(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCategoryAnswer:
        """Get a category. Needs role viewer, scope read:catalog, module catalog."""
        answer: GetCategoryAnswer = self._send(
            "GET",
            "/v1/catalog/categories/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_checkout(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCheckoutAnswer:
        """Get a checkout. Needs role viewer, scope read:checkout, module checkout."""
        answer: GetCheckoutAnswer = self._send(
            "GET",
            "/v1/checkout/checkouts/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_checkout_settings(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCheckoutSettingsAnswer:
        """Get the settings of carts and checkouts. Needs role viewer, scope read:checkout, module checkout."""
        answer: GetCheckoutSettingsAnswer = self._send(
            "GET",
            "/v1/checkout/settings",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_content_calendar(
        self,
        *,
        from_: str,
        to: str,
        property: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetContentCalendarAnswer:
        """Everything that is scheduled on some days. Needs role viewer, scope read:content, module content."""
        answer: GetContentCalendarAnswer = self._send(
            "GET",
            "/v1/content/calendar",
            query={"from": from_, "to": to, "property": property},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_content_locales(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetContentLocalesAnswer:
        """Get the locales content is written in. Needs role viewer, scope read:published, module content."""
        answer: GetContentLocalesAnswer = self._send(
            "GET",
            "/v1/content/locales",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_content_locales_change(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetContentLocalesChangeAnswer:
        """See how far the latest change of the locales in the background has come. Needs role viewer, scope read:content, module content."""
        answer: GetContentLocalesChangeAnswer = self._send(
            "GET",
            "/v1/content/locales/change",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_content_type(
        self,
        name: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetContentTypeAnswer:
        """Get a content type. Needs role viewer, scope read:content, module content."""
        answer: GetContentTypeAnswer = self._send(
            "GET",
            "/v1/content/types/{name}",
            values={"name": name},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_content_type_change(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetContentTypeChangeAnswer:
        """See how far a change of a type has come. Needs role viewer, scope read:content, module content."""
        answer: GetContentTypeChangeAnswer = self._send(
            "GET",
            "/v1/content/type-changes/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_customer(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCustomerAnswer:
        """Get a customer. Needs role viewer, scope read:crm, module crm."""
        answer: GetCustomerAnswer = self._send(
            "GET",
            "/v1/crm/customers/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_customer_export(
        self,
        *,
        type: Optional[Literal["person", "company"]] = None,
        tag: Optional[str] = None,
        email: Optional[str] = None,
        phone: Optional[str] = None,
        external_id: Optional[str] = None,
        company_id: Optional[str] = None,
        archived: Optional[Literal["false", "true", "all"]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        q: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson"]] = None,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """Customers as a file: any list of them, newest first. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/customers/export",
            query={"type": type, "tag": tag, "email": email, "phone": phone, "externalId": external_id, "companyId": company_id, "archived": archived, "createdFrom": created_from, "createdTo": created_to, "q": q, "format": format, "after": after},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_customer_totals(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetCustomerTotalsAnswer:
        """The totals of all orders of a customer. Needs role viewer, scope read:crm, module crm."""
        answer: GetCustomerTotalsAnswer = self._send(
            "GET",
            "/v1/crm/customers/{id}/totals",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_discount(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetDiscountAnswer:
        """Get a discount. Needs role viewer, scope read:checkout, module checkout."""
        answer: GetDiscountAnswer = self._send(
            "GET",
            "/v1/checkout/discounts/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_entry(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetEntryAnswer:
        """Get an entry with its draft. Needs role viewer, scope read:content, module content."""
        answer: GetEntryAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_entry_review(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetEntryReviewAnswer:
        """See the latest review of an entry. Needs role viewer, scope read:content, module content."""
        answer: GetEntryReviewAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/review",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_entry_revision(
        self,
        id: str,
        version: int,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetEntryRevisionAnswer:
        """Get a revision with its values. Needs role viewer, scope read:content, module content."""
        answer: GetEntryRevisionAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/revisions/{version}",
            values={"id": id, "version": version},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_event(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetEventAnswer:
        """An event that webhooks carry, with its deliveries. Needs role viewer, scope read:webhooks."""
        answer: GetEventAnswer = self._send(
            "GET",
            "/v1/events/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_healthz(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetHealthzAnswer:
        """The process is alive."""
        answer: GetHealthzAnswer = self._send(
            "GET",
            "/healthz",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_home(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetHomeAnswer:
        """The figures that a working day begins with. Needs role viewer."""
        answer: GetHomeAnswer = self._send(
            "GET",
            "/v1/home",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_image_presets(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetImagePresetsAnswer:
        """Get the sizes in which pages may ask for images. Needs role viewer, scope read:media, module media."""
        answer: GetImagePresetsAnswer = self._send(
            "GET",
            "/v1/media/presets",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_import(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetImportAnswer:
        """The progress of an import. Needs role viewer, scope read:crm, module crm."""
        answer: GetImportAnswer = self._send(
            "GET",
            "/v1/crm/imports/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_import_errors(
        self,
        id: str,
        *,
        format: Optional[Literal["csv", "ndjson"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """The errors of an import, as a file. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/imports/{id}/errors",
            values={"id": id},
            query={"format": format},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_inventory_settings(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetInventorySettingsAnswer:
        """Get how orders meet the stock. Needs role viewer, scope read:inventory, module inventory."""
        answer: GetInventorySettingsAnswer = self._send(
            "GET",
            "/v1/inventory/settings",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_item(
        self,
        sku: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetItemAnswer:
        """Get an item with its levels. Needs role viewer, scope read:inventory, module inventory."""
        answer: GetItemAnswer = self._send(
            "GET",
            "/v1/inventory/items/{sku}",
            values={"sku": sku},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_location(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetLocationAnswer:
        """Get a location. Needs role viewer, scope read:inventory, module inventory."""
        answer: GetLocationAnswer = self._send(
            "GET",
            "/v1/inventory/locations/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_me(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetMeAnswer:
        """Who am I?. Needs role viewer."""
        answer: GetMeAnswer = self._send(
            "GET",
            "/v1/me",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_media_file(
        self,
        tenant_id: str,
        id: str,
        file: str,
        *,
        preset: Optional[str] = None,
        w: Optional[int] = None,
        h: Optional[int] = None,
        fit: Optional[Literal["cover", "contain", "inside"]] = None,
        q: Optional[int] = None,
        format: Optional[Literal["auto", "webp", "avif", "jpeg", "png"]] = None,
        v: Optional[str] = None,
        expires: Optional[str] = None,
        signature: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """Get a file as browsers do, without a token."""
        answer: FileAnswer = self._send(
            "GET",
            "/media/{tenantId}/{id}/{file}",
            values={"tenantId": tenant_id, "id": id, "file": file},
            query={"preset": preset, "w": w, "h": h, "fit": fit, "q": q, "format": format, "v": v, "expires": expires, "signature": signature},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_metrics(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """Prometheus metrics; in production only on METRICS_PORT."""
        answer: FileAnswer = self._send(
            "GET",
            "/metrics",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_openapi_json(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Dict[str, Any]:
        """This document."""
        answer: Dict[str, Any] = self._send(
            "GET",
            "/v1/openapi.json",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetOrderAnswer:
        """Get an order with its lines. Needs role viewer, scope read:crm, module crm."""
        answer: GetOrderAnswer = self._send(
            "GET",
            "/v1/crm/orders/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order_export(
        self,
        *,
        sort: Optional[Literal["createdAt", "total", "orderNumber"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        q: Optional[str] = None,
        status: Optional[Union[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"], List[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]]]] = None,
        payment_status: Optional[Union[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"], List[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]]]] = None,
        channel: Optional[Union[Literal["storefront", "b2b_portal", "admin", "import", "mcp"], List[Literal["storefront", "b2b_portal", "admin", "import", "mcp"]]]] = None,
        owed: Optional[Literal["true"]] = None,
        customer_id: Optional[str] = None,
        property_id: Optional[str] = None,
        order_number: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        currency: Optional[str] = None,
        total_from: Optional[float] = None,
        total_to: Optional[float] = None,
        metadata_key: Optional[str] = None,
        metadata_value: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson"]] = None,
        after: Optional[str] = None,
        rows: Optional[Literal["orders", "lines"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """Orders as a file: any list of them. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/orders/export",
            query={"sort": sort, "order": order, "q": q, "status": status, "paymentStatus": payment_status, "channel": channel, "owed": owed, "customerId": customer_id, "propertyId": property_id, "orderNumber": order_number, "createdFrom": created_from, "createdTo": created_to, "currency": currency, "totalFrom": total_from, "totalTo": total_to, "metadataKey": metadata_key, "metadataValue": metadata_value, "format": format, "after": after, "rows": rows},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order_invoice(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """The invoice of an order, as PDF. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/orders/{id}/invoice.pdf",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order_invoices(
        self,
        *,
        ids: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """The invoices of several orders, in one PDF. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/orders/invoices.pdf",
            query={"ids": ids},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order_metrics(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        by: Optional[Literal["day", "channel", "currency", "day_and_channel"]] = None,
        compare: Optional[bool] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetOrderMetricsAnswer:
        """Orders and revenue by day, channel or currency. Needs role viewer, scope read:crm, module crm."""
        answer: GetOrderMetricsAnswer = self._send(
            "GET",
            "/v1/crm/metrics",
            query={"from": from_, "to": to, "by": by, "compare": compare, "timeZone": time_zone},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order_packing_slip(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """The packing slip of an order, as PDF. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/orders/{id}/packing-slip.pdf",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_order_packing_slips(
        self,
        *,
        ids: str,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """The packing slips of several orders, in one PDF. Needs role viewer, scope read:crm, module crm."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/crm/orders/packing-slips.pdf",
            query={"ids": ids},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_price_list(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetPriceListAnswer:
        """Get a price list. Needs role viewer, scope read:catalog, module catalog."""
        answer: GetPriceListAnswer = self._send(
            "GET",
            "/v1/catalog/price-lists/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_product(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetProductAnswer:
        """Get a product. Needs role viewer, scope read:catalog, module catalog."""
        answer: GetProductAnswer = self._send(
            "GET",
            "/v1/catalog/products/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_product_variants(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetProductVariantsAnswer:
        """All variants of a product, in order. Needs role viewer, scope read:catalog, module catalog."""
        answer: GetProductVariantsAnswer = self._send(
            "GET",
            "/v1/catalog/products/{id}/variants",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_property(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetPropertyAnswer:
        """Get a property. Needs role viewer, scope read:properties."""
        answer: GetPropertyAnswer = self._send(
            "GET",
            "/v1/properties/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_published_entry(
        self,
        type: str,
        slug: str,
        *,
        locale: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        referrers: Optional[str] = None,
        property: Optional[str] = None,
        preview: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetPublishedEntryAnswer:
        """Read a published entry by its slug or id. Needs role viewer, scope read:published, module content."""
        answer: GetPublishedEntryAnswer = self._send(
            "GET",
            "/v1/content/published/{type}/{slug}",
            values={"type": type, "slug": slug},
            query={"locale": locale, "fields": fields, "expand": expand, "format": format, "referrers": referrers, "property": property, "preview": preview},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_published_tree(
        self,
        type: str,
        *,
        locale: Optional[str] = None,
        under: Optional[str] = None,
        depth: Optional[int] = None,
        preview: Optional[str] = None,
        property: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetPublishedTreeAnswer:
        """Read the tree of a type as it is published. Needs role viewer, scope read:published, module content."""
        answer: GetPublishedTreeAnswer = self._send(
            "GET",
            "/v1/content/trees/{type}",
            values={"type": type},
            query={"locale": locale, "under": under, "depth": depth, "preview": preview, "property": property},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_readyz(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetReadyzAnswer:
        """The database answers, is migrated, and work is not piling up unseen."""
        answer: GetReadyzAnswer = self._send(
            "GET",
            "/readyz",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_redirect(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetRedirectAnswer:
        """Get a redirect. Needs role viewer, scope read:redirects, module redirects."""
        answer: GetRedirectAnswer = self._send(
            "GET",
            "/v1/redirects/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_redirect_export(
        self,
        *,
        property_id: Optional[str] = None,
        from_: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson"]] = None,
        after: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> FileAnswer:
        """Redirects as a file: any list of them, newest first. Needs role viewer, scope read:redirects, module redirects."""
        answer: FileAnswer = self._send(
            "GET",
            "/v1/redirects/export",
            query={"propertyId": property_id, "from": from_, "format": format, "after": after},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_release(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetReleaseAnswer:
        """Get a release with its entries. Needs role viewer, scope read:content, module content."""
        answer: GetReleaseAnswer = self._send(
            "GET",
            "/v1/content/releases/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_request(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetRequestAnswer:
        """A request; if it failed, with what was sent and answered. Needs role admin."""
        answer: GetRequestAnswer = self._send(
            "GET",
            "/v1/requests/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_shipping_option(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetShippingOptionAnswer:
        """Get a shipping option. Needs role viewer, scope read:checkout, module checkout."""
        answer: GetShippingOptionAnswer = self._send(
            "GET",
            "/v1/checkout/shipping-options/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_cart(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontCartAnswer:
        """Get the cart with the prices of now. Needs cartToken, module checkout."""
        answer: GetStorefrontCartAnswer = self._send(
            "GET",
            "/v1/storefront/carts/current",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_checkout(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontCheckoutAnswer:
        """Get the latest checkout of the cart. Needs cartToken, module checkout."""
        answer: GetStorefrontCheckoutAnswer = self._send(
            "GET",
            "/v1/storefront/checkouts/current",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_entry(
        self,
        type: str,
        slug: str,
        *,
        locale: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        referrers: Optional[str] = None,
        key: Optional[str] = None,
        preview: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontEntryAnswer:
        """Read a published entry of the site by its slug or id. Needs publishableKey, module content."""
        answer: GetStorefrontEntryAnswer = self._send(
            "GET",
            "/v1/storefront/content/{type}/{slug}",
            values={"type": type, "slug": slug},
            query={"locale": locale, "fields": fields, "expand": expand, "format": format, "referrers": referrers, "key": key, "preview": preview},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_key(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontKeyAnswer:
        """Get a storefront key. Needs role admin."""
        answer: GetStorefrontKeyAnswer = self._send(
            "GET",
            "/v1/storefront-keys/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_order(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontOrderAnswer:
        """Get an order of the customer, or that of an order link. Needs customerSession or orderLink, module checkout."""
        answer: GetStorefrontOrderAnswer = self._send(
            "GET",
            "/v1/storefront/orders/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_order_of_cart(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontOrderOfCartAnswer:
        """Get the order that the cart became. Needs cartToken, module checkout."""
        answer: GetStorefrontOrderOfCartAnswer = self._send(
            "GET",
            "/v1/storefront/orders/current",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_product(
        self,
        handle: str,
        *,
        locale: Optional[str] = None,
        currency: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontProductAnswer:
        """Read a product of the site by its handle. Needs publishableKey or bearer or cartToken or customerSession, module catalog."""
        answer: GetStorefrontProductAnswer = self._send(
            "GET",
            "/v1/storefront/products/{handle}",
            values={"handle": handle},
            query={"locale": locale, "currency": currency},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_shop(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontShopAnswer:
        """The shop: what its pages need first. Needs publishableKey or bearer or cartToken or customerSession."""
        answer: GetStorefrontShopAnswer = self._send(
            "GET",
            "/v1/storefront/shop",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_storefront_tree(
        self,
        type: str,
        *,
        locale: Optional[str] = None,
        under: Optional[str] = None,
        depth: Optional[int] = None,
        preview: Optional[str] = None,
        key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetStorefrontTreeAnswer:
        """Read the tree of a type as it is published, of the site. Needs publishableKey, module content."""
        answer: GetStorefrontTreeAnswer = self._send(
            "GET",
            "/v1/storefront/content-trees/{type}",
            values={"type": type},
            query={"locale": locale, "under": under, "depth": depth, "preview": preview, "key": key},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_tax_rate(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetTaxRateAnswer:
        """Get a tax rate. Needs role viewer, scope read:checkout, module checkout."""
        answer: GetTaxRateAnswer = self._send(
            "GET",
            "/v1/checkout/tax-rates/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_tenant(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetTenantAnswer:
        """Your tenant and its settings. Needs role viewer."""
        answer: GetTenantAnswer = self._send(
            "GET",
            "/v1/tenant",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_tenant_second_factor(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetTenantSecondFactorAnswer:
        """The roles that need a second factor. Needs role admin."""
        answer: GetTenantSecondFactorAnswer = self._send(
            "GET",
            "/v1/tenant/second-factor",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_usage(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetUsageAnswer:
        """The usage and the quotas of your tenant. Needs role viewer."""
        answer: GetUsageAnswer = self._send(
            "GET",
            "/v1/usage",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_variant(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetVariantAnswer:
        """Get a variant. Needs role viewer, scope read:catalog, module catalog."""
        answer: GetVariantAnswer = self._send(
            "GET",
            "/v1/catalog/variants/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_view(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetViewAnswer:
        """Get a saved view. Needs role viewer."""
        answer: GetViewAnswer = self._send(
            "GET",
            "/v1/views/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_webhook_attempts(
        self,
        *,
        since: Optional[str] = None,
        until: Optional[str] = None,
        by: Optional[Literal["hour", "day"]] = None,
        subscription_id: Optional[str] = None,
        time_zone: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetWebhookAttemptsAnswer:
        """How many attempts succeeded and failed, by hour or by day. Needs role viewer, scope read:webhooks."""
        answer: GetWebhookAttemptsAnswer = self._send(
            "GET",
            "/v1/webhooks/attempts",
            query={"since": since, "until": until, "by": by, "subscriptionId": subscription_id, "timeZone": time_zone},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_webhook_delivery(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetWebhookDeliveryAnswer:
        """A delivery with every attempt. Needs role viewer, scope read:webhooks."""
        answer: GetWebhookDeliveryAnswer = self._send(
            "GET",
            "/v1/webhooks/deliveries/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_webhook_replay(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetWebhookReplayAnswer:
        """The progress of a replay. Needs role viewer, scope read:webhooks."""
        answer: GetWebhookReplayAnswer = self._send(
            "GET",
            "/v1/webhooks/replays/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_webhook_subscription(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetWebhookSubscriptionAnswer:
        """Get a subscription. Needs role viewer."""
        answer: GetWebhookSubscriptionAnswer = self._send(
            "GET",
            "/v1/webhooks/subscriptions/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_webhook_subscription_attempts(
        self,
        id: str,
        *,
        hours: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetWebhookSubscriptionAttemptsAnswer:
        """The attempts of a subscription by hour. Needs role viewer, scope read:webhooks."""
        answer: GetWebhookSubscriptionAttemptsAnswer = self._send(
            "GET",
            "/v1/webhooks/subscriptions/{id}/attempts",
            values={"id": id},
            query={"hours": hours},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def get_webhook_subscription_health(
        self,
        id: str,
        *,
        hours: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> GetWebhookSubscriptionHealthAnswer:
        """The health of a subscription. Needs role viewer, scope read:webhooks."""
        answer: GetWebhookSubscriptionHealthAnswer = self._send(
            "GET",
            "/v1/webhooks/subscriptions/{id}/health",
            values={"id": id},
            query={"hours": hours},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def import_counts(
        self,
        body: RawBody,
        content_type: Literal["text/csv", "application/x-ndjson"],
        *,
        reason: Optional[str] = None,
        error_policy: Optional[Literal["reject_failed", "reject_all"]] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ImportCountsAnswer:
        """Import up to 10,000 counts from a file (CSV or NDJSON). Needs role editor, scope write:inventory, module inventory."""
        answer: ImportCountsAnswer = self._send(
            "POST",
            "/v1/inventory/imports",
            keyed=True,
            query={"reason": reason, "errorPolicy": error_policy, "dryRun": dry_run},
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def import_redirects(
        self,
        body: RawBody,
        content_type: Literal["text/csv", "application/x-ndjson"],
        *,
        property_id: Optional[str] = None,
        existing: Optional[Literal["refuse", "skip", "replace"]] = None,
        error_policy: Optional[Literal["reject_failed", "reject_all"]] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ImportRedirectsAnswer:
        """Import up to 100,000 redirects from a file (CSV or NDJSON). Needs role editor, scope write:redirects, module redirects."""
        answer: ImportRedirectsAnswer = self._send(
            "POST",
            "/v1/redirects/import",
            keyed=True,
            query={"propertyId": property_id, "existing": existing, "errorPolicy": error_policy, "dryRun": dry_run},
            body=body,
            content_type=content_type,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def join_by_invitation(
        self,
        body: JoinByInvitationBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> JoinByInvitationAnswer:
        """Accept an invitation with a new account, and set its password; then sign in with it."""
        answer: JoinByInvitationAnswer = self._send(
            "POST",
            "/v1/auth/invitations/join",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_api_key_usage(
        self,
        *,
        hours: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListApiKeyUsageAnswer:
        """How many requests were made with each key. Needs role admin."""
        answer: ListApiKeyUsageAnswer = self._send(
            "GET",
            "/v1/api-keys/usage",
            query={"hours": hours},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_api_keys(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["active", "expired", "revoked"]] = None,
        scope: Optional[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "read:published", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListApiKeysAnswer:
        """List API keys. Needs role admin."""
        answer: ListApiKeysAnswer = self._send(
            "GET",
            "/v1/api-keys",
            query={"limit": limit, "cursor": cursor, "state": state, "scope": scope},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_api_keys(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["active", "expired", "revoked"]] = None,
        scope: Optional[Literal["read:crm", "write:crm", "write:crm_bulk", "read:content", "read:published", "write:content", "read:media", "write:media", "read:redirects", "write:redirects", "read:catalog", "write:catalog", "read:properties", "write:properties", "read:webhooks", "write:webhooks", "read:inventory", "write:inventory", "read:checkout", "write:checkout", "write:storefront"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ApiKey]:
        """Every row of ``list_api_keys``, page by page."""
        return self._rows(
            "/v1/api-keys",
            "cursor",
            {"limit": limit, "cursor": cursor, "state": state, "scope": scope},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_asset_folders(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListAssetFoldersAnswer:
        """List folders. Needs role viewer, scope read:media, module media."""
        answer: ListAssetFoldersAnswer = self._send(
            "GET",
            "/v1/media/folders",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_assets(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        folder: Optional[str] = None,
        tag: Optional[str] = None,
        kind: Optional[Literal["image", "video", "audio", "document", "other"]] = None,
        status: Optional[Literal["uploaded", "processing", "ready", "failed"]] = None,
        q: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListAssetsAnswer:
        """List assets. Needs role viewer, scope read:media, module media."""
        answer: ListAssetsAnswer = self._send(
            "GET",
            "/v1/media",
            query={"limit": limit, "cursor": cursor, "folder": folder, "tag": tag, "kind": kind, "status": status, "q": q},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_assets(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        folder: Optional[str] = None,
        tag: Optional[str] = None,
        kind: Optional[Literal["image", "video", "audio", "document", "other"]] = None,
        status: Optional[Literal["uploaded", "processing", "ready", "failed"]] = None,
        q: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Asset]:
        """Every row of ``list_assets``, page by page."""
        return self._rows(
            "/v1/media",
            "cursor",
            {"limit": limit, "cursor": cursor, "folder": folder, "tag": tag, "kind": kind, "status": status, "q": q},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_audit_log(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        action: Optional[str] = None,
        actor_id: Optional[str] = None,
        subject_type: Optional[str] = None,
        subject_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListAuditLogAnswer:
        """Changes and their actors. Needs role admin."""
        answer: ListAuditLogAnswer = self._send(
            "GET",
            "/v1/audit-log",
            query={"limit": limit, "cursor": cursor, "action": action, "actorId": actor_id, "subjectType": subject_type, "subjectId": subject_id, "since": since, "until": until},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_audit_log(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        action: Optional[str] = None,
        actor_id: Optional[str] = None,
        subject_type: Optional[str] = None,
        subject_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[AuditLogEntry]:
        """Every row of ``list_audit_log``, page by page."""
        return self._rows(
            "/v1/audit-log",
            "cursor",
            {"limit": limit, "cursor": cursor, "action": action, "actorId": actor_id, "subjectType": subject_type, "subjectId": subject_id, "since": since, "until": until},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_auth_sessions(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListAuthSessionsAnswer:
        """Your sign-ins, in every tenant you work for, the latest used first. Needs role viewer."""
        answer: ListAuthSessionsAnswer = self._send(
            "GET",
            "/v1/auth/sessions",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_auth_tenants(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListAuthTenantsAnswer:
        """The tenants you work for, the one joined first at the top. Needs role viewer."""
        answer: ListAuthTenantsAnswer = self._send(
            "GET",
            "/v1/auth/tenants",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_carts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["active", "abandoned", "completed"]] = None,
        customer_id: Optional[str] = None,
        q: Optional[str] = None,
        contactable: Optional[Literal["true"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCartsAnswer:
        """List carts. Needs role viewer, scope read:checkout, module checkout."""
        answer: ListCartsAnswer = self._send(
            "GET",
            "/v1/checkout/carts",
            query={"limit": limit, "cursor": cursor, "state": state, "customerId": customer_id, "q": q, "contactable": contactable},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_carts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["active", "abandoned", "completed"]] = None,
        customer_id: Optional[str] = None,
        q: Optional[str] = None,
        contactable: Optional[Literal["true"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[CartSummary]:
        """Every row of ``list_carts``, page by page."""
        return self._rows(
            "/v1/checkout/carts",
            "cursor",
            {"limit": limit, "cursor": cursor, "state": state, "customerId": customer_id, "q": q, "contactable": contactable},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_catalog_imports(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCatalogImportsAnswer:
        """List imports of products. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListCatalogImportsAnswer = self._send(
            "GET",
            "/v1/catalog/imports",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_catalog_imports(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[CatalogImport]:
        """Every row of ``list_catalog_imports``, page by page."""
        return self._rows(
            "/v1/catalog/imports",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_categories(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        parent_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCategoriesAnswer:
        """List categories. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListCategoriesAnswer = self._send(
            "GET",
            "/v1/catalog/categories",
            query={"limit": limit, "cursor": cursor, "parentId": parent_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_categories(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        parent_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Category]:
        """Every row of ``list_categories``, page by page."""
        return self._rows(
            "/v1/catalog/categories",
            "cursor",
            {"limit": limit, "cursor": cursor, "parentId": parent_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_checkouts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["open", "paying", "completed", "expired", "cancelled"]] = None,
        cart_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCheckoutsAnswer:
        """List checkouts. Needs role viewer, scope read:checkout, module checkout."""
        answer: ListCheckoutsAnswer = self._send(
            "GET",
            "/v1/checkout/checkouts",
            query={"limit": limit, "cursor": cursor, "state": state, "cartId": cart_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_checkouts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["open", "paying", "completed", "expired", "cancelled"]] = None,
        cart_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[CheckoutSummary]:
        """Every row of ``list_checkouts``, page by page."""
        return self._rows(
            "/v1/checkout/checkouts",
            "cursor",
            {"limit": limit, "cursor": cursor, "state": state, "cartId": cart_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_content_colleagues(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListContentColleaguesAnswer:
        """The staff whom a comment can mention, by name. Needs role editor, scope write:content, module content."""
        answer: ListContentColleaguesAnswer = self._send(
            "GET",
            "/v1/content/colleagues",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_content_reviews(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["requested", "approved", "changes_requested"]] = None,
        reviewer_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListContentReviewsAnswer:
        """List reviews, newest first. Needs role viewer, scope read:content, module content."""
        answer: ListContentReviewsAnswer = self._send(
            "GET",
            "/v1/content/reviews",
            query={"limit": limit, "cursor": cursor, "status": status, "reviewerId": reviewer_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_content_reviews(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["requested", "approved", "changes_requested"]] = None,
        reviewer_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ListedContentReview]:
        """Every row of ``list_content_reviews``, page by page."""
        return self._rows(
            "/v1/content/reviews",
            "cursor",
            {"limit": limit, "cursor": cursor, "status": status, "reviewerId": reviewer_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_content_types(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListContentTypesAnswer:
        """List content types. Needs role viewer, scope read:content, module content."""
        answer: ListContentTypesAnswer = self._send(
            "GET",
            "/v1/content/types",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_content_types(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ContentType]:
        """Every row of ``list_content_types``, page by page."""
        return self._rows(
            "/v1/content/types",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_customer_orders(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCustomerOrdersAnswer:
        """A customer's orders, newest first. Needs role viewer, scope read:crm, module crm."""
        answer: ListCustomerOrdersAnswer = self._send(
            "GET",
            "/v1/crm/customers/{id}/orders",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_customer_orders(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[OrderOfCustomer]:
        """Every row of ``list_customer_orders``, page by page."""
        return self._rows(
            "/v1/crm/customers/{id}/orders",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_customer_timeline(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCustomerTimelineAnswer:
        """The history of a customer and of all their orders, newest first. Needs role viewer, scope read:crm, module crm."""
        answer: ListCustomerTimelineAnswer = self._send(
            "GET",
            "/v1/crm/customers/{id}/timeline",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_customer_timeline(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[CustomerTimelineEntry]:
        """Every row of ``list_customer_timeline``, page by page."""
        return self._rows(
            "/v1/crm/customers/{id}/timeline",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_customers(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["createdAt", "name", "lastOrderAt", "revenue"]] = None,
        currency: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        type: Optional[Literal["person", "company"]] = None,
        tag: Optional[str] = None,
        email: Optional[str] = None,
        phone: Optional[str] = None,
        external_id: Optional[str] = None,
        company_id: Optional[str] = None,
        archived: Optional[Literal["false", "true", "all"]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        q: Optional[str] = None,
        expand: Optional[Literal["orders"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListCustomersAnswer:
        """List and search customers, newest first. Needs role viewer, scope read:crm, module crm."""
        answer: ListCustomersAnswer = self._send(
            "GET",
            "/v1/crm/customers",
            query={"limit": limit, "cursor": cursor, "sort": sort, "currency": currency, "order": order, "type": type, "tag": tag, "email": email, "phone": phone, "externalId": external_id, "companyId": company_id, "archived": archived, "createdFrom": created_from, "createdTo": created_to, "q": q, "expand": expand},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_customers(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["createdAt", "name", "lastOrderAt", "revenue"]] = None,
        currency: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        type: Optional[Literal["person", "company"]] = None,
        tag: Optional[str] = None,
        email: Optional[str] = None,
        phone: Optional[str] = None,
        external_id: Optional[str] = None,
        company_id: Optional[str] = None,
        archived: Optional[Literal["false", "true", "all"]] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        q: Optional[str] = None,
        expand: Optional[Literal["orders"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[CustomerSummary]:
        """Every row of ``list_customers``, page by page."""
        return self._rows(
            "/v1/crm/customers",
            "cursor",
            {"limit": limit, "cursor": cursor, "sort": sort, "currency": currency, "order": order, "type": type, "tag": tag, "email": email, "phone": phone, "externalId": external_id, "companyId": company_id, "archived": archived, "createdFrom": created_from, "createdTo": created_to, "q": q, "expand": expand},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_discounts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListDiscountsAnswer:
        """List discounts. Needs role viewer, scope read:checkout, module checkout."""
        answer: ListDiscountsAnswer = self._send(
            "GET",
            "/v1/checkout/discounts",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_discounts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Discount]:
        """Every row of ``list_discounts``, page by page."""
        return self._rows(
            "/v1/checkout/discounts",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_entries(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        where: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        locale: Optional[str] = None,
        count: Optional[bool] = None,
        facets: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[Literal["draft", "published", "changed", "deleted"]] = None,
        property_id: Optional[str] = None,
        scheduled: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEntriesAnswer:
        """List, filter, sort and search entries. Needs role viewer, scope read:content, module content."""
        answer: ListEntriesAnswer = self._send(
            "GET",
            "/v1/content/entries",
            query={"limit": limit, "cursor": cursor, "q": q, "where": where, "sort": sort, "order": order, "locale": locale, "count": count, "facets": facets, "type": type, "status": status, "propertyId": property_id, "scheduled": scheduled},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_entries(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        where: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        locale: Optional[str] = None,
        count: Optional[bool] = None,
        facets: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[Literal["draft", "published", "changed", "deleted"]] = None,
        property_id: Optional[str] = None,
        scheduled: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Entry]:
        """Every row of ``list_entries``, page by page."""
        return self._rows(
            "/v1/content/entries",
            "cursor",
            {"limit": limit, "cursor": cursor, "q": q, "where": where, "sort": sort, "order": order, "locale": locale, "count": count, "facets": facets, "type": type, "status": status, "propertyId": property_id, "scheduled": scheduled},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_entry_comment_places(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEntryCommentPlacesAnswer:
        """Count the open threads on an entry by what they are about. Needs role viewer, scope read:content, module content."""
        answer: ListEntryCommentPlacesAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/comment-places",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_entry_comments(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        resolved: Optional[bool] = None,
        block_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEntryCommentsAnswer:
        """List the comments on an entry by thread, newest first. Needs role viewer, scope read:content, module content."""
        answer: ListEntryCommentsAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/comments",
            values={"id": id},
            query={"limit": limit, "cursor": cursor, "resolved": resolved, "blockId": block_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_entry_comments(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        resolved: Optional[bool] = None,
        block_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ContentCommentThread]:
        """Every row of ``list_entry_comments``, page by page."""
        return self._rows(
            "/v1/content/entries/{id}/comments",
            "cursor",
            {"limit": limit, "cursor": cursor, "resolved": resolved, "blockId": block_id},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_entry_references(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEntryReferencesAnswer:
        """List the entries that refer to this one. Needs role viewer, scope read:content, module content."""
        answer: ListEntryReferencesAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/references",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_entry_references(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[EntryReference]:
        """Every row of ``list_entry_references``, page by page."""
        return self._rows(
            "/v1/content/entries/{id}/references",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_entry_revisions(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEntryRevisionsAnswer:
        """List the revisions of an entry, latest first. Needs role viewer, scope read:content, module content."""
        answer: ListEntryRevisionsAnswer = self._send(
            "GET",
            "/v1/content/entries/{id}/revisions",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_entry_revisions(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Revision]:
        """Every row of ``list_entry_revisions``, page by page."""
        return self._rows(
            "/v1/content/entries/{id}/revisions",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_event_types(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEventTypesAnswer:
        """Every event type the platform knows. Needs role viewer."""
        answer: ListEventTypesAnswer = self._send(
            "GET",
            "/v1/events/types",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_events(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        types: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListEventsAnswer:
        """Events in the order they were committed, for receivers that pull. Needs role viewer, scope read:webhooks."""
        answer: ListEventsAnswer = self._send(
            "GET",
            "/v1/events",
            query={"limit": limit, "after": after, "types": types},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_events(
        self,
        *,
        limit: Optional[int] = None,
        after: Optional[str] = None,
        types: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Event]:
        """Every row of ``list_events``, page by page."""
        return self._rows(
            "/v1/events",
            "after",
            {"limit": limit, "after": after, "types": types},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_imports(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListImportsAnswer:
        """List imports. Needs role viewer, scope read:crm, module crm."""
        answer: ListImportsAnswer = self._send(
            "GET",
            "/v1/crm/imports",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_imports(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[OrderImport]:
        """Every row of ``list_imports``, page by page."""
        return self._rows(
            "/v1/crm/imports",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_items(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["low", "depleted", "short"]] = None,
        sku: Optional[str] = None,
        skus: Optional[str] = None,
        q: Optional[str] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListItemsAnswer:
        """List items by SKU. Needs role viewer, scope read:inventory, module inventory."""
        answer: ListItemsAnswer = self._send(
            "GET",
            "/v1/inventory/items",
            query={"limit": limit, "cursor": cursor, "state": state, "sku": sku, "skus": skus, "q": q, "locationId": location_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_items(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Literal["low", "depleted", "short"]] = None,
        sku: Optional[str] = None,
        skus: Optional[str] = None,
        q: Optional[str] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Item]:
        """Every row of ``list_items``, page by page."""
        return self._rows(
            "/v1/inventory/items",
            "cursor",
            {"limit": limit, "cursor": cursor, "state": state, "sku": sku, "skus": skus, "q": q, "locationId": location_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_locations(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListLocationsAnswer:
        """List locations. Needs role viewer, scope read:inventory, module inventory."""
        answer: ListLocationsAnswer = self._send(
            "GET",
            "/v1/inventory/locations",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_locations(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Location]:
        """Every row of ``list_locations``, page by page."""
        return self._rows(
            "/v1/inventory/locations",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_modules(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListModulesAnswer:
        """List modules. Needs role admin."""
        answer: ListModulesAnswer = self._send(
            "GET",
            "/v1/modules",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_movements(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sku: Optional[str] = None,
        order_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListMovementsAnswer:
        """List movements of stock, newest first. Needs role viewer, scope read:inventory, module inventory."""
        answer: ListMovementsAnswer = self._send(
            "GET",
            "/v1/inventory/movements",
            query={"limit": limit, "cursor": cursor, "sku": sku, "orderId": order_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_movements(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sku: Optional[str] = None,
        order_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Movement]:
        """Every row of ``list_movements``, page by page."""
        return self._rows(
            "/v1/inventory/movements",
            "cursor",
            {"limit": limit, "cursor": cursor, "sku": sku, "orderId": order_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_notices(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        unread: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListNoticesAnswer:
        """Notices that need attention, newest first. Needs role viewer, scope read:webhooks."""
        answer: ListNoticesAnswer = self._send(
            "GET",
            "/v1/notices",
            query={"limit": limit, "cursor": cursor, "unread": unread},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_notices(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        unread: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Notice]:
        """Every row of ``list_notices``, page by page."""
        return self._rows(
            "/v1/notices",
            "cursor",
            {"limit": limit, "cursor": cursor, "unread": unread},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_order_timeline(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListOrderTimelineAnswer:
        """The history of an order, with the actor of each entry. Needs role viewer, scope read:crm, module crm."""
        answer: ListOrderTimelineAnswer = self._send(
            "GET",
            "/v1/crm/orders/{id}/timeline",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_order_timeline(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[OrderTimelineEntry]:
        """Every row of ``list_order_timeline``, page by page."""
        return self._rows(
            "/v1/crm/orders/{id}/timeline",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["createdAt", "total", "orderNumber"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        q: Optional[str] = None,
        status: Optional[Union[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"], List[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]]]] = None,
        payment_status: Optional[Union[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"], List[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]]]] = None,
        channel: Optional[Union[Literal["storefront", "b2b_portal", "admin", "import", "mcp"], List[Literal["storefront", "b2b_portal", "admin", "import", "mcp"]]]] = None,
        owed: Optional[Literal["true"]] = None,
        customer_id: Optional[str] = None,
        property_id: Optional[str] = None,
        order_number: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        currency: Optional[str] = None,
        total_from: Optional[float] = None,
        total_to: Optional[float] = None,
        metadata_key: Optional[str] = None,
        metadata_value: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListOrdersAnswer:
        """List and search orders. Needs role viewer, scope read:crm, module crm."""
        answer: ListOrdersAnswer = self._send(
            "GET",
            "/v1/crm/orders",
            query={"limit": limit, "cursor": cursor, "sort": sort, "order": order, "q": q, "status": status, "paymentStatus": payment_status, "channel": channel, "owed": owed, "customerId": customer_id, "propertyId": property_id, "orderNumber": order_number, "createdFrom": created_from, "createdTo": created_to, "currency": currency, "totalFrom": total_from, "totalTo": total_to, "metadataKey": metadata_key, "metadataValue": metadata_value},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["createdAt", "total", "orderNumber"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        q: Optional[str] = None,
        status: Optional[Union[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"], List[Literal["placed", "partially_fulfilled", "fulfilled", "delivered", "cancelled", "refunded"]]]] = None,
        payment_status: Optional[Union[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"], List[Literal["unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "failed", "voided"]]]] = None,
        channel: Optional[Union[Literal["storefront", "b2b_portal", "admin", "import", "mcp"], List[Literal["storefront", "b2b_portal", "admin", "import", "mcp"]]]] = None,
        owed: Optional[Literal["true"]] = None,
        customer_id: Optional[str] = None,
        property_id: Optional[str] = None,
        order_number: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        currency: Optional[str] = None,
        total_from: Optional[float] = None,
        total_to: Optional[float] = None,
        metadata_key: Optional[str] = None,
        metadata_value: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[OrderSummary]:
        """Every row of ``list_orders``, page by page."""
        return self._rows(
            "/v1/crm/orders",
            "cursor",
            {"limit": limit, "cursor": cursor, "sort": sort, "order": order, "q": q, "status": status, "paymentStatus": payment_status, "channel": channel, "owed": owed, "customerId": customer_id, "propertyId": property_id, "orderNumber": order_number, "createdFrom": created_from, "createdTo": created_to, "currency": currency, "totalFrom": total_from, "totalTo": total_to, "metadataKey": metadata_key, "metadataValue": metadata_value},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_orders_of_product(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListOrdersOfProductAnswer:
        """The orders whose lines name the product, a variant of it, or only its SKU, those entered last first. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListOrdersOfProductAnswer = self._send(
            "GET",
            "/v1/catalog/products/{id}/orders",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_orders_of_product(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[OrderOfProduct]:
        """Every row of ``list_orders_of_product``, page by page."""
        return self._rows(
            "/v1/catalog/products/{id}/orders",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_price_list_entries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListPriceListEntriesAnswer:
        """List the entries of a price list, by variant and quantity. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListPriceListEntriesAnswer = self._send(
            "GET",
            "/v1/catalog/price-lists/{id}/entries",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_price_list_entries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[PriceListEntry]:
        """Every row of ``list_price_list_entries``, page by page."""
        return self._rows(
            "/v1/catalog/price-lists/{id}/entries",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_price_lists(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListPriceListsAnswer:
        """List price lists. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListPriceListsAnswer = self._send(
            "GET",
            "/v1/catalog/price-lists",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_price_lists(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[PriceList]:
        """Every row of ``list_price_lists``, page by page."""
        return self._rows(
            "/v1/catalog/price-lists",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_products(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["draft", "active", "archived"]] = None,
        kind: Optional[Literal["physical", "digital", "service", "gift_card"]] = None,
        category_id: Optional[str] = None,
        tag: Optional[str] = None,
        vendor: Optional[str] = None,
        type: Optional[str] = None,
        property_id: Optional[str] = None,
        currency: Optional[str] = None,
        price_from: Optional[float] = None,
        price_to: Optional[float] = None,
        q: Optional[str] = None,
        sku: Optional[str] = None,
        stock: Optional[Literal["low", "depleted"]] = None,
        sort: Optional[Literal["new", "title", "price", "updatedAt"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        expand: Optional[Literal["stock"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListProductsAnswer:
        """List, filter, sort and search products. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListProductsAnswer = self._send(
            "GET",
            "/v1/catalog/products",
            query={"limit": limit, "cursor": cursor, "status": status, "kind": kind, "categoryId": category_id, "tag": tag, "vendor": vendor, "type": type, "propertyId": property_id, "currency": currency, "priceFrom": price_from, "priceTo": price_to, "q": q, "sku": sku, "stock": stock, "sort": sort, "order": order, "expand": expand},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_products(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["draft", "active", "archived"]] = None,
        kind: Optional[Literal["physical", "digital", "service", "gift_card"]] = None,
        category_id: Optional[str] = None,
        tag: Optional[str] = None,
        vendor: Optional[str] = None,
        type: Optional[str] = None,
        property_id: Optional[str] = None,
        currency: Optional[str] = None,
        price_from: Optional[float] = None,
        price_to: Optional[float] = None,
        q: Optional[str] = None,
        sku: Optional[str] = None,
        stock: Optional[Literal["low", "depleted"]] = None,
        sort: Optional[Literal["new", "title", "price", "updatedAt"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        expand: Optional[Literal["stock"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ProductSummary]:
        """Every row of ``list_products``, page by page."""
        return self._rows(
            "/v1/catalog/products",
            "cursor",
            {"limit": limit, "cursor": cursor, "status": status, "kind": kind, "categoryId": category_id, "tag": tag, "vendor": vendor, "type": type, "propertyId": property_id, "currency": currency, "priceFrom": price_from, "priceTo": price_to, "q": q, "sku": sku, "stock": stock, "sort": sort, "order": order, "expand": expand},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_properties(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListPropertiesAnswer:
        """List properties. Needs role viewer, scope read:properties."""
        answer: ListPropertiesAnswer = self._send(
            "GET",
            "/v1/properties",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_properties(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Property]:
        """Every row of ``list_properties``, page by page."""
        return self._rows(
            "/v1/properties",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_property_domains(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListPropertyDomainsAnswer:
        """List a property's domains, and how to prove each. Needs role viewer, scope read:properties."""
        answer: ListPropertyDomainsAnswer = self._send(
            "GET",
            "/v1/properties/{id}/domains",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_published_entries(
        self,
        type: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        where: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        locale: Optional[str] = None,
        count: Optional[bool] = None,
        facets: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        property: Optional[str] = None,
        preview: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListPublishedEntriesAnswer:
        """List, filter, sort and search the published entries of a type. Needs role viewer, scope read:published, module content."""
        answer: ListPublishedEntriesAnswer = self._send(
            "GET",
            "/v1/content/published/{type}",
            values={"type": type},
            query={"limit": limit, "cursor": cursor, "q": q, "where": where, "sort": sort, "order": order, "locale": locale, "count": count, "facets": facets, "fields": fields, "expand": expand, "format": format, "property": property, "preview": preview},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_published_entries(
        self,
        type: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        where: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        locale: Optional[str] = None,
        count: Optional[bool] = None,
        facets: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        property: Optional[str] = None,
        preview: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[PublishedEntry]:
        """Every row of ``list_published_entries``, page by page."""
        return self._rows(
            "/v1/content/published/{type}",
            "cursor",
            {"limit": limit, "cursor": cursor, "q": q, "where": where, "sort": sort, "order": order, "locale": locale, "count": count, "facets": facets, "fields": fields, "expand": expand, "format": format, "property": property, "preview": preview},
            values={"type": type},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_redirects(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        property_id: Optional[str] = None,
        from_: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[Literal["createdAt", "hits"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListRedirectsAnswer:
        """List redirects. Needs role viewer, scope read:redirects, module redirects."""
        answer: ListRedirectsAnswer = self._send(
            "GET",
            "/v1/redirects",
            query={"limit": limit, "cursor": cursor, "propertyId": property_id, "from": from_, "q": q, "sort": sort, "order": order},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_redirects(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        property_id: Optional[str] = None,
        from_: Optional[str] = None,
        q: Optional[str] = None,
        sort: Optional[Literal["createdAt", "hits"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Redirect]:
        """Every row of ``list_redirects``, page by page."""
        return self._rows(
            "/v1/redirects",
            "cursor",
            {"limit": limit, "cursor": cursor, "propertyId": property_id, "from": from_, "q": q, "sort": sort, "order": order},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_releases(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["open", "scheduled", "published"]] = None,
        entry_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListReleasesAnswer:
        """List releases, newest first. Needs role viewer, scope read:content, module content."""
        answer: ListReleasesAnswer = self._send(
            "GET",
            "/v1/content/releases",
            query={"limit": limit, "cursor": cursor, "status": status, "entryId": entry_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_releases(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["open", "scheduled", "published"]] = None,
        entry_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Release]:
        """Every row of ``list_releases``, page by page."""
        return self._rows(
            "/v1/content/releases",
            "cursor",
            {"limit": limit, "cursor": cursor, "status": status, "entryId": entry_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_requests(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        key_id: Optional[str] = None,
        method: Optional[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]] = None,
        path: Optional[str] = None,
        status: Optional[Literal["2xx", "3xx", "4xx", "5xx", "failed"]] = None,
        request_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListRequestsAnswer:
        """List requests that were made with API keys, newest first. Needs role admin."""
        answer: ListRequestsAnswer = self._send(
            "GET",
            "/v1/requests",
            query={"limit": limit, "cursor": cursor, "keyId": key_id, "method": method, "path": path, "status": status, "requestId": request_id, "since": since, "until": until},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_requests(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        key_id: Optional[str] = None,
        method: Optional[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]] = None,
        path: Optional[str] = None,
        status: Optional[Literal["2xx", "3xx", "4xx", "5xx", "failed"]] = None,
        request_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[LoggedRequest]:
        """Every row of ``list_requests``, page by page."""
        return self._rows(
            "/v1/requests",
            "cursor",
            {"limit": limit, "cursor": cursor, "keyId": key_id, "method": method, "path": path, "status": status, "requestId": request_id, "since": since, "until": until},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_reservations(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sku: Optional[str] = None,
        order_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListReservationsAnswer:
        """List reservations, those of the latest orders first. Needs role viewer, scope read:inventory, module inventory."""
        answer: ListReservationsAnswer = self._send(
            "GET",
            "/v1/inventory/reservations",
            query={"limit": limit, "cursor": cursor, "sku": sku, "orderId": order_id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_reservations(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sku: Optional[str] = None,
        order_id: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Reservation]:
        """Every row of ``list_reservations``, page by page."""
        return self._rows(
            "/v1/inventory/reservations",
            "cursor",
            {"limit": limit, "cursor": cursor, "sku": sku, "orderId": order_id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_shipping_options(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListShippingOptionsAnswer:
        """List shipping options. Needs role viewer, scope read:checkout, module checkout."""
        answer: ListShippingOptionsAnswer = self._send(
            "GET",
            "/v1/checkout/shipping-options",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_shipping_options(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ShippingOption]:
        """Every row of ``list_shipping_options``, page by page."""
        return self._rows(
            "/v1/checkout/shipping-options",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_sold_items(
        self,
        *,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListSoldItemsAnswer:
        """Items that were sold lately, to suggest them for a new order. Needs role viewer, scope read:crm, module crm."""
        answer: ListSoldItemsAnswer = self._send(
            "GET",
            "/v1/crm/sold-items",
            query={"q": q, "limit": limit},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def list_staff(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["invited", "joined"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListStaffAnswer:
        """List staff, and who is invited. Needs role admin."""
        answer: ListStaffAnswer = self._send(
            "GET",
            "/v1/staff",
            query={"limit": limit, "cursor": cursor, "status": status},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_staff(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["invited", "joined"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[StaffMemberInList]:
        """Every row of ``list_staff``, page by page."""
        return self._rows(
            "/v1/staff",
            "cursor",
            {"limit": limit, "cursor": cursor, "status": status},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_storefront_categories(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        locale: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListStorefrontCategoriesAnswer:
        """The tree of categories, each behind the one that it is under. Needs publishableKey or bearer or cartToken or customerSession, module catalog."""
        answer: ListStorefrontCategoriesAnswer = self._send(
            "GET",
            "/v1/storefront/categories",
            query={"limit": limit, "cursor": cursor, "locale": locale},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_storefront_categories(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        locale: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[StorefrontCategory]:
        """Every row of ``list_storefront_categories``, page by page."""
        return self._rows(
            "/v1/storefront/categories",
            "cursor",
            {"limit": limit, "cursor": cursor, "locale": locale},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_storefront_entries(
        self,
        type: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        where: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        locale: Optional[str] = None,
        count: Optional[bool] = None,
        facets: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        key: Optional[str] = None,
        preview: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListStorefrontEntriesAnswer:
        """List, filter, sort and search the published entries of a type, of the site. Needs publishableKey, module content."""
        answer: ListStorefrontEntriesAnswer = self._send(
            "GET",
            "/v1/storefront/content/{type}",
            values={"type": type},
            query={"limit": limit, "cursor": cursor, "q": q, "where": where, "sort": sort, "order": order, "locale": locale, "count": count, "facets": facets, "fields": fields, "expand": expand, "format": format, "key": key, "preview": preview},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_storefront_entries(
        self,
        type: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        where: Optional[str] = None,
        sort: Optional[str] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        locale: Optional[str] = None,
        count: Optional[bool] = None,
        facets: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        key: Optional[str] = None,
        preview: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[PublishedEntry]:
        """Every row of ``list_storefront_entries``, page by page."""
        return self._rows(
            "/v1/storefront/content/{type}",
            "cursor",
            {"limit": limit, "cursor": cursor, "q": q, "where": where, "sort": sort, "order": order, "locale": locale, "count": count, "facets": facets, "fields": fields, "expand": expand, "format": format, "key": key, "preview": preview},
            values={"type": type},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_storefront_keys(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        property_id: Optional[str] = None,
        state: Optional[Literal["active", "revoked"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListStorefrontKeysAnswer:
        """List storefront keys. Needs role admin."""
        answer: ListStorefrontKeysAnswer = self._send(
            "GET",
            "/v1/storefront-keys",
            query={"limit": limit, "cursor": cursor, "propertyId": property_id, "state": state},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_storefront_keys(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        property_id: Optional[str] = None,
        state: Optional[Literal["active", "revoked"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[StorefrontKey]:
        """Every row of ``list_storefront_keys``, page by page."""
        return self._rows(
            "/v1/storefront-keys",
            "cursor",
            {"limit": limit, "cursor": cursor, "propertyId": property_id, "state": state},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_storefront_orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListStorefrontOrdersAnswer:
        """List the orders of the customer, newest first. Needs customerSession, module checkout."""
        answer: ListStorefrontOrdersAnswer = self._send(
            "GET",
            "/v1/storefront/orders",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_storefront_orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[StorefrontOrderSummary]:
        """Every row of ``list_storefront_orders``, page by page."""
        return self._rows(
            "/v1/storefront/orders",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_storefront_products(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        locale: Optional[str] = None,
        currency: Optional[str] = None,
        category: Optional[str] = None,
        tag: Optional[str] = None,
        vendor: Optional[str] = None,
        type: Optional[str] = None,
        price_from: Optional[float] = None,
        price_to: Optional[float] = None,
        available: Optional[Literal["true"]] = None,
        q: Optional[str] = None,
        sort: Optional[Literal["new", "title", "price"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListStorefrontProductsAnswer:
        """Browse the products of the site. Needs publishableKey or bearer or cartToken or customerSession, module catalog."""
        answer: ListStorefrontProductsAnswer = self._send(
            "GET",
            "/v1/storefront/products",
            query={"limit": limit, "cursor": cursor, "locale": locale, "currency": currency, "category": category, "tag": tag, "vendor": vendor, "type": type, "priceFrom": price_from, "priceTo": price_to, "available": available, "q": q, "sort": sort, "order": order},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_storefront_products(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        locale: Optional[str] = None,
        currency: Optional[str] = None,
        category: Optional[str] = None,
        tag: Optional[str] = None,
        vendor: Optional[str] = None,
        type: Optional[str] = None,
        price_from: Optional[float] = None,
        price_to: Optional[float] = None,
        available: Optional[Literal["true"]] = None,
        q: Optional[str] = None,
        sort: Optional[Literal["new", "title", "price"]] = None,
        order: Optional[Literal["asc", "desc"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[StorefrontProductSummary]:
        """Every row of ``list_storefront_products``, page by page."""
        return self._rows(
            "/v1/storefront/products",
            "cursor",
            {"limit": limit, "cursor": cursor, "locale": locale, "currency": currency, "category": category, "tag": tag, "vendor": vendor, "type": type, "priceFrom": price_from, "priceTo": price_to, "available": available, "q": q, "sort": sort, "order": order},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_tax_rates(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListTaxRatesAnswer:
        """List tax rates. Needs role viewer, scope read:checkout, module checkout."""
        answer: ListTaxRatesAnswer = self._send(
            "GET",
            "/v1/checkout/tax-rates",
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_tax_rates(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[TaxRate]:
        """Every row of ``list_tax_rates``, page by page."""
        return self._rows(
            "/v1/checkout/tax-rates",
            "cursor",
            {"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_variants(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sku: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListVariantsAnswer:
        """List variants, newest first, or those with given SKUs. Needs role viewer, scope read:catalog, module catalog."""
        answer: ListVariantsAnswer = self._send(
            "GET",
            "/v1/catalog/variants",
            query={"limit": limit, "cursor": cursor, "sku": sku},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_variants(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sku: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Variant]:
        """Every row of ``list_variants``, page by page."""
        return self._rows(
            "/v1/catalog/variants",
            "cursor",
            {"limit": limit, "cursor": cursor, "sku": sku},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_views(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        list: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListViewsAnswer:
        """List saved views. Needs role viewer."""
        answer: ListViewsAnswer = self._send(
            "GET",
            "/v1/views",
            query={"limit": limit, "cursor": cursor, "list": list},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_views(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        list: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[View]:
        """Every row of ``list_views``, page by page."""
        return self._rows(
            "/v1/views",
            "cursor",
            {"limit": limit, "cursor": cursor, "list": list},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_webhook_deliveries(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["desc", "asc"]] = None,
        subscription_id: Optional[str] = None,
        event_id: Optional[str] = None,
        event_type: Optional[str] = None,
        status: Optional[Literal["pending", "held", "delivered", "failed", "cancelled"]] = None,
        status_code: Optional[str] = None,
        failure: Optional[Literal["status", "redirect", "timeout", "dns", "address_refused", "connect", "tls", "reset", "protocol", "other"]] = None,
        q: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListWebhookDeliveriesAnswer:
        """List deliveries, those of the newest events first. Needs role viewer, scope read:webhooks."""
        answer: ListWebhookDeliveriesAnswer = self._send(
            "GET",
            "/v1/webhooks/deliveries",
            query={"limit": limit, "cursor": cursor, "order": order, "subscriptionId": subscription_id, "eventId": event_id, "eventType": event_type, "status": status, "statusCode": status_code, "failure": failure, "q": q, "since": since, "until": until},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_webhook_deliveries(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        order: Optional[Literal["desc", "asc"]] = None,
        subscription_id: Optional[str] = None,
        event_id: Optional[str] = None,
        event_type: Optional[str] = None,
        status: Optional[Literal["pending", "held", "delivered", "failed", "cancelled"]] = None,
        status_code: Optional[str] = None,
        failure: Optional[Literal["status", "redirect", "timeout", "dns", "address_refused", "connect", "tls", "reset", "protocol", "other"]] = None,
        q: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[DeliveryInList]:
        """Every row of ``list_webhook_deliveries``, page by page."""
        return self._rows(
            "/v1/webhooks/deliveries",
            "cursor",
            {"limit": limit, "cursor": cursor, "order": order, "subscriptionId": subscription_id, "eventId": event_id, "eventType": event_type, "status": status, "statusCode": status_code, "failure": failure, "q": q, "since": since, "until": until},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_webhook_subscription_replays(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListWebhookSubscriptionReplaysAnswer:
        """List replays of a subscription. Needs role viewer, scope read:webhooks."""
        answer: ListWebhookSubscriptionReplaysAnswer = self._send(
            "GET",
            "/v1/webhooks/subscriptions/{id}/replays",
            values={"id": id},
            query={"limit": limit, "cursor": cursor},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_webhook_subscription_replays(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Replay]:
        """Every row of ``list_webhook_subscription_replays``, page by page."""
        return self._rows(
            "/v1/webhooks/subscriptions/{id}/replays",
            "cursor",
            {"limit": limit, "cursor": cursor},
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )

    def list_webhook_subscriptions(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["createdAt", "failing"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ListWebhookSubscriptionsAnswer:
        """List subscriptions. Needs role viewer."""
        answer: ListWebhookSubscriptionsAnswer = self._send(
            "GET",
            "/v1/webhooks/subscriptions",
            query={"limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_webhook_subscriptions(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["createdAt", "failing"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[Subscription]:
        """Every row of ``list_webhook_subscriptions``, page by page."""
        return self._rows(
            "/v1/webhooks/subscriptions",
            "cursor",
            {"limit": limit, "cursor": cursor, "sort": sort},
            timeout=timeout,
            max_retries=max_retries,
        )

    def look_up_invitation(
        self,
        body: AcceptInvitationBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> LookUpInvitationAnswer:
        """Who invites, with which role."""
        answer: LookUpInvitationAnswer = self._send(
            "POST",
            "/v1/auth/invitations/look-up",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def merge_customer(
        self,
        id: str,
        body: CustomerMerge,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> MergeCustomerAnswer:
        """Merge a duplicate into this customer. Needs role editor, scope write:crm, module crm."""
        answer: MergeCustomerAnswer = self._send(
            "POST",
            "/v1/crm/customers/{id}/merge",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def move_asset_folder(
        self,
        body: FolderMove,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> MoveAssetFolderAnswer:
        """Rename or move a folder with all that is in it. Needs role editor, scope write:media, module media."""
        answer: MoveAssetFolderAnswer = self._send(
            "POST",
            "/v1/media/folders/move",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def move_entry(
        self,
        id: str,
        body: EntryPosition,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> MoveEntryAnswer:
        """Move an entry, with all below it. Needs role editor, scope write:content, module content."""
        answer: MoveEntryAnswer = self._send(
            "PUT",
            "/v1/content/entries/{id}/position",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def move_reservation(
        self,
        order_id: str,
        body: ReservationMove,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> MoveReservationAnswer:
        """Let another location ship what an order has reserved. Needs role editor, scope write:inventory, module inventory."""
        answer: MoveReservationAnswer = self._send(
            "POST",
            "/v1/inventory/reservations/{orderId}/move",
            keyed=True,
            values={"orderId": order_id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def preview_entry(
        self,
        token: str,
        *,
        locale: Optional[str] = None,
        fields: Optional[str] = None,
        expand: Optional[str] = None,
        format: Optional[Literal["json", "html"]] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> PreviewEntryAnswer:
        """See a draft as it would be published."""
        answer: PreviewEntryAnswer = self._send(
            "GET",
            "/v1/content/preview/{token}",
            values={"token": token},
            query={"locale": locale, "fields": fields, "expand": expand, "format": format},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def publish_entry(
        self,
        id: str,
        body: Optional[PublishEntryBody] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> PublishEntryAnswer:
        """Publish the draft of an entry. Needs role editor, scope write:content, module content."""
        answer: PublishEntryAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/publish",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def publish_release(
        self,
        id: str,
        body: Optional[ReleasePublishing] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> PublishReleaseAnswer:
        """Publish all entries of a release at one moment. Needs role editor, scope write:content, module content."""
        answer: PublishReleaseAnswer = self._send(
            "POST",
            "/v1/content/releases/{id}/publish",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def quote_prices(
        self,
        body: PriceQuery,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> QuotePricesAnswer:
        """The prices of up to 500 lines; nothing is stored. Needs role viewer, scope read:catalog, module catalog."""
        answer: QuotePricesAnswer = self._send(
            "POST",
            "/v1/catalog/prices",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def read_notice(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReadNoticeAnswer:
        """Mark a notice as read. Needs role viewer, scope write:webhooks."""
        answer: ReadNoticeAnswer = self._send(
            "POST",
            "/v1/notices/{id}/read",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def recover_storefront_cart(
        self,
        token: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RecoverStorefrontCartAnswer:
        """Get the cart of a recovery link, with a token. Needs publishableKey or bearer or customerSession, module checkout."""
        answer: RecoverStorefrontCartAnswer = self._send(
            "GET",
            "/v1/storefront/recover/{token}",
            values={"token": token},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def refresh(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RefreshAnswer:
        """Exchange the refresh cookie for a new access token."""
        answer: RefreshAnswer = self._send(
            "POST",
            "/v1/auth/refresh",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def refund_order(
        self,
        id: str,
        body: Optional[Refund] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RefundOrderAnswer:
        """Refund all or some of what was paid. Needs role editor, scope write:crm, module crm."""
        answer: RefundOrderAnswer = self._send(
            "POST",
            "/v1/crm/orders/{id}/refund",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def remove_release_entry(
        self,
        id: str,
        entry_id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RemoveReleaseEntryAnswer:
        """Remove an entry from an open release. Needs role editor, scope write:content, module content."""
        answer: RemoveReleaseEntryAnswer = self._send(
            "DELETE",
            "/v1/content/releases/{id}/entries/{entryId}",
            values={"id": id, "entryId": entry_id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def remove_second_factor(
        self,
        id: str,
        body: PasswordProof,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RemoveSecondFactorAnswer:
        """Remove a second factor. Needs role viewer."""
        answer: RemoveSecondFactorAnswer = self._send(
            "POST",
            "/v1/auth/second-factors/{id}/remove",
            values={"id": id},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def remove_storefront_cart_code(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RemoveStorefrontCartCodeAnswer:
        """Remove a discount code from the cart. Needs cartToken, module checkout."""
        answer: RemoveStorefrontCartCodeAnswer = self._send(
            "DELETE",
            "/v1/storefront/carts/current/codes/{id}",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def renew_recovery_codes(
        self,
        body: PasswordProof,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RenewRecoveryCodesAnswer:
        """Make new recovery codes; the former ones stop working. Needs role viewer."""
        answer: RenewRecoveryCodesAnswer = self._send(
            "POST",
            "/v1/auth/recovery-codes",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def renew_storefront_session(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RenewStorefrontSessionAnswer:
        """Renew a customer session for another 60 minutes, for 30 days at most. Needs customerSession."""
        answer: RenewStorefrontSessionAnswer = self._send(
            "POST",
            "/v1/storefront/sessions/current/renew",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def replace_checkout_settings(
        self,
        body: CheckoutSettingsChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReplaceCheckoutSettingsAnswer:
        """Replace the settings of carts and checkouts. Needs role admin, scope write:checkout, module checkout."""
        answer: ReplaceCheckoutSettingsAnswer = self._send(
            "PUT",
            "/v1/checkout/settings",
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def replace_content_locales(
        self,
        body: NewContentLocales,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReplaceContentLocalesAnswer:
        """Say which locales content is written in. Needs role editor, scope write:content, module content."""
        answer: ReplaceContentLocalesAnswer = self._send(
            "PUT",
            "/v1/content/locales",
            query={"dryRun": dry_run},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def replace_content_type(
        self,
        name: str,
        body: ContentTypeDefinition,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReplaceContentTypeAnswer:
        """Make or change a content type. Needs role editor, scope write:content, module content."""
        answer: ReplaceContentTypeAnswer = self._send(
            "PUT",
            "/v1/content/types/{name}",
            values={"name": name},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def replace_image_presets(
        self,
        body: Optional[Dict[str, ImagePreset]] = None,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReplaceImagePresetsAnswer:
        """Say in which sizes pages may ask for images. Needs role editor, scope write:media, module media."""
        answer: ReplaceImagePresetsAnswer = self._send(
            "PUT",
            "/v1/media/presets",
            query={"dryRun": dry_run},
            body={} if body is None else body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def replace_product_variants(
        self,
        id: str,
        body: VariantGrid,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReplaceProductVariantsAnswer:
        """Set all variants of a product at once. Needs role editor, scope write:catalog, module catalog."""
        answer: ReplaceProductVariantsAnswer = self._send(
            "PUT",
            "/v1/catalog/products/{id}/variants",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def replay_webhook_subscription(
        self,
        id: str,
        body: NewReplay,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ReplayWebhookSubscriptionAnswer:
        """Send past events again. Needs role admin."""
        answer: ReplayWebhookSubscriptionAnswer = self._send(
            "POST",
            "/v1/webhooks/subscriptions/{id}/replay",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def request_entry_review(
        self,
        id: str,
        body: Optional[ContentReviewRequest] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RequestEntryReviewAnswer:
        """Ask for a review of an entry, of anybody or of one member. Needs role editor, scope write:content, module content."""
        answer: RequestEntryReviewAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/review",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def resend_webhook_deliveries(
        self,
        body: Resending,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ResendWebhookDeliveriesAnswer:
        """Send up to 100 deliveries that are over once more, with a result for each. Needs role admin."""
        answer: ResendWebhookDeliveriesAnswer = self._send(
            "POST",
            "/v1/webhooks/deliveries/resend",
            keyed=True,
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def resend_webhook_delivery(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ResendWebhookDeliveryAnswer:
        """Send a delivery that is over once more, as a new one. Needs role admin."""
        answer: ResendWebhookDeliveryAnswer = self._send(
            "POST",
            "/v1/webhooks/deliveries/{id}/resend",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def resolve_redirect(
        self,
        *,
        property_id: Optional[str] = None,
        path: str,
        at: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ResolveRedirectAnswer:
        """The target of a path, and the redirects on the way. Needs role viewer, scope read:redirects, module redirects."""
        answer: ResolveRedirectAnswer = self._send(
            "GET",
            "/v1/redirects/resolve",
            query={"propertyId": property_id, "path": path, "at": at},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def restore_entry(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RestoreEntryAnswer:
        """Bring a deleted entry back as a draft. Needs role editor, scope write:content, module content."""
        answer: RestoreEntryAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/restore",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def restore_entry_revision(
        self,
        id: str,
        version: int,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RestoreEntryRevisionAnswer:
        """Make an earlier revision the draft again. Needs role editor, scope write:content, module content."""
        answer: RestoreEntryRevisionAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/revisions/{version}/restore",
            keyed=True,
            values={"id": id, "version": version},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def retry_webhook_delivery(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RetryWebhookDeliveryAnswer:
        """Make the next attempt of a delivery now, instead of at its time. Needs role admin."""
        answer: RetryWebhookDeliveryAnswer = self._send(
            "POST",
            "/v1/webhooks/deliveries/{id}/retry",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def rotate_api_key(
        self,
        id: str,
        body: ApiKeyRotation,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RotateApiKeyAnswer:
        """Replace an API key by a new one with the same scopes and content types. Needs role admin."""
        answer: RotateApiKeyAnswer = self._send(
            "POST",
            "/v1/api-keys/{id}/rotate",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def rotate_secret_webhook_subscription(
        self,
        id: str,
        body: SecretRotation,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> RotateSecretWebhookSubscriptionAnswer:
        """Replace the signing secret. Needs role admin."""
        answer: RotateSecretWebhookSubscriptionAnswer = self._send(
            "POST",
            "/v1/webhooks/subscriptions/{id}/rotate-secret",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def schedule_entry(
        self,
        id: str,
        body: EntrySchedule,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ScheduleEntryAnswer:
        """Set a time to publish an entry, or to take it down. Needs role editor, scope write:content, module content."""
        answer: ScheduleEntryAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/schedule",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def schedule_release(
        self,
        id: str,
        body: ReleaseSchedule,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> ScheduleReleaseAnswer:
        """Set the time at which a release is published. Needs role editor, scope write:content, module content."""
        answer: ScheduleReleaseAnswer = self._send(
            "POST",
            "/v1/content/releases/{id}/schedule",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def search(
        self,
        *,
        q: str,
        entities: Optional[Union[Literal["customer", "order", "entry", "asset", "redirect", "product", "property"], List[Literal["customer", "order", "entry", "asset", "redirect", "product", "property"]]]] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SearchAnswer:
        """Search everything, best first. Needs role viewer."""
        answer: SearchAnswer = self._send(
            "GET",
            "/v1/search",
            query={"q": q, "entities": entities, "limit": limit},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def search_published_entries(
        self,
        *,
        q: str,
        locale: Optional[str] = None,
        type: Optional[Union[str, List[str]]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        preview: Optional[str] = None,
        property: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SearchPublishedEntriesAnswer:
        """Search the published entries, best first. Needs role viewer, scope read:published, module content."""
        answer: SearchPublishedEntriesAnswer = self._send(
            "GET",
            "/v1/content/search",
            query={"q": q, "locale": locale, "type": type, "limit": limit, "cursor": cursor, "preview": preview, "property": property},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_search_published_entries(
        self,
        *,
        q: str,
        locale: Optional[str] = None,
        type: Optional[Union[str, List[str]]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        preview: Optional[str] = None,
        property: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ContentSearchResult]:
        """Every row of ``search_published_entries``, page by page."""
        return self._rows(
            "/v1/content/search",
            "cursor",
            {"q": q, "locale": locale, "type": type, "limit": limit, "cursor": cursor, "preview": preview, "property": property},
            timeout=timeout,
            max_retries=max_retries,
        )

    def search_storefront_entries(
        self,
        *,
        q: str,
        locale: Optional[str] = None,
        type: Optional[Union[str, List[str]]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        preview: Optional[str] = None,
        key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SearchStorefrontEntriesAnswer:
        """Search the published entries of the site, best first. Needs publishableKey, module content."""
        answer: SearchStorefrontEntriesAnswer = self._send(
            "GET",
            "/v1/storefront/content-search",
            query={"q": q, "locale": locale, "type": type, "limit": limit, "cursor": cursor, "preview": preview, "key": key},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def iter_search_storefront_entries(
        self,
        *,
        q: str,
        locale: Optional[str] = None,
        type: Optional[Union[str, List[str]]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        preview: Optional[str] = None,
        key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[ContentSearchResult]:
        """Every row of ``search_storefront_entries``, page by page."""
        return self._rows(
            "/v1/storefront/content-search",
            "cursor",
            {"q": q, "locale": locale, "type": type, "limit": limit, "cursor": cursor, "preview": preview, "key": key},
            timeout=timeout,
            max_retries=max_retries,
        )

    def set_password(
        self,
        body: SetPasswordBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SetPasswordAnswer:
        """Set a new password with a link, or with the token of password_change_required."""
        answer: SetPasswordAnswer = self._send(
            "POST",
            "/v1/auth/set-password",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def set_price_list_entries(
        self,
        id: str,
        body: PriceListEntriesChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SetPriceListEntriesAnswer:
        """Set up to 1000 entries of a price list; others stay. Needs role editor, scope write:catalog, module catalog."""
        answer: SetPriceListEntriesAnswer = self._send(
            "PUT",
            "/v1/catalog/price-lists/{id}/entries",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def set_storefront_cart_line(
        self,
        key: str,
        body: CartLineChange,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SetStorefrontCartLineAnswer:
        """Set the quantity of a line; 0 removes it. Needs cartToken, module checkout."""
        answer: SetStorefrontCartLineAnswer = self._send(
            "PUT",
            "/v1/storefront/carts/current/lines/{key}",
            values={"key": key},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def sign_asset(
        self,
        id: str,
        body: Optional[SignAssetBody] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SignAssetAnswer:
        """Get addresses of a private asset that work for a while. Needs role editor, scope read:media, module media."""
        answer: SignAssetAnswer = self._send(
            "POST",
            "/v1/media/{id}/sign",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def sign_in(
        self,
        body: SignInBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SignInAnswer:
        """Sign a staff user in."""
        answer: SignInAnswer = self._send(
            "POST",
            "/v1/auth/sign-in",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def sign_in_second_factor(
        self,
        body: SignInSecondFactorBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SignInSecondFactorAnswer:
        """The second step of a sign-in that was answered with second_factor_required."""
        answer: SignInSecondFactorAnswer = self._send(
            "POST",
            "/v1/auth/sign-in/second-factor",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def sign_out(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SignOutAnswer:
        """End this sign-in."""
        answer: SignOutAnswer = self._send(
            "POST",
            "/v1/auth/sign-out",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def start_storefront_checkout(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> StartStorefrontCheckoutAnswer:
        """Start a checkout: hold the stock of the cart. Needs cartToken, module checkout."""
        answer: StartStorefrontCheckoutAnswer = self._send(
            "POST",
            "/v1/storefront/checkouts",
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def switch_tenant(
        self,
        body: SwitchTenantBody,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> SwitchTenantAnswer:
        """Go on in another of your tenants; the sign-in in this one ends."""
        answer: SwitchTenantAnswer = self._send(
            "POST",
            "/v1/auth/switch-tenant",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def test_webhook_subscription(
        self,
        id: str,
        body: TestDelivery,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> TestWebhookSubscriptionAnswer:
        """Send the example of an event type. Needs role admin."""
        answer: TestWebhookSubscriptionAnswer = self._send(
            "POST",
            "/v1/webhooks/subscriptions/{id}/test",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def unarchive_customer(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UnarchiveCustomerAnswer:
        """Bring a customer back from the archive. Needs role editor, scope write:crm, module crm."""
        answer: UnarchiveCustomerAnswer = self._send(
            "POST",
            "/v1/crm/customers/{id}/unarchive",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def unpublish_entry(
        self,
        id: str,
        body: Optional[UnpublishEntryBody] = None,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UnpublishEntryAnswer:
        """Take an entry down. Needs role editor, scope write:content, module content."""
        answer: UnpublishEntryAnswer = self._send(
            "POST",
            "/v1/content/entries/{id}/unpublish",
            keyed=True,
            values={"id": id},
            query={"dryRun": dry_run},
            body={} if body is None else body,
            idempotency_key=idempotency_key,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def unschedule_entry(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UnscheduleEntryAnswer:
        """Forget what an entry is scheduled for. Needs role editor, scope write:content, module content."""
        answer: UnscheduleEntryAnswer = self._send(
            "DELETE",
            "/v1/content/entries/{id}/schedule",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def unschedule_release(
        self,
        id: str,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UnscheduleReleaseAnswer:
        """Open a scheduled release again. Needs role editor, scope write:content, module content."""
        answer: UnscheduleReleaseAnswer = self._send(
            "DELETE",
            "/v1/content/releases/{id}/schedule",
            values={"id": id},
            query={"dryRun": dry_run},
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_api_key(
        self,
        id: str,
        body: ApiKeyChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateApiKeyAnswer:
        """Change the label of an API key, or the content types that it is limited to. Needs role admin."""
        answer: UpdateApiKeyAnswer = self._send(
            "PATCH",
            "/v1/api-keys/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_asset(
        self,
        id: str,
        body: AssetChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateAssetAnswer:
        """Change what is said about an asset. Needs role editor, scope write:media, module media."""
        answer: UpdateAssetAnswer = self._send(
            "PATCH",
            "/v1/media/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_category(
        self,
        id: str,
        body: CategoryChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateCategoryAnswer:
        """Change a category, or move it with all below it. Needs role editor, scope write:catalog, module catalog."""
        answer: UpdateCategoryAnswer = self._send(
            "PATCH",
            "/v1/catalog/categories/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_comment(
        self,
        id: str,
        body: ContentCommentChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateCommentAnswer:
        """Change the words of a comment, or settle its thread. Needs role editor, scope write:content, module content."""
        answer: UpdateCommentAnswer = self._send(
            "PATCH",
            "/v1/content/comments/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_customer(
        self,
        id: str,
        body: CustomerChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateCustomerAnswer:
        """Change a customer. Needs role editor, scope write:crm, module crm."""
        answer: UpdateCustomerAnswer = self._send(
            "PATCH",
            "/v1/crm/customers/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_discount(
        self,
        id: str,
        body: DiscountChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateDiscountAnswer:
        """Change a discount. Needs role editor, scope write:checkout, module checkout."""
        answer: UpdateDiscountAnswer = self._send(
            "PATCH",
            "/v1/checkout/discounts/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_entry(
        self,
        id: str,
        body: EntryChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateEntryAnswer:
        """Change an entry's draft. Needs role editor, scope write:content, module content."""
        answer: UpdateEntryAnswer = self._send(
            "PATCH",
            "/v1/content/entries/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_item(
        self,
        sku: str,
        body: ItemChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateItemAnswer:
        """Change the rules of an item. Needs role editor, scope write:inventory, module inventory."""
        answer: UpdateItemAnswer = self._send(
            "PATCH",
            "/v1/inventory/items/{sku}",
            values={"sku": sku},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_location(
        self,
        id: str,
        body: LocationChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateLocationAnswer:
        """Change a location. Needs role admin, scope write:inventory, module inventory."""
        answer: UpdateLocationAnswer = self._send(
            "PATCH",
            "/v1/inventory/locations/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_me(
        self,
        body: ProfileChange,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateMeAnswer:
        """Change your name or your formats in this tenant; for members of the staff. Needs role viewer."""
        answer: UpdateMeAnswer = self._send(
            "PATCH",
            "/v1/me",
            query={"dryRun": dry_run},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_order(
        self,
        id: str,
        body: OrderChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateOrderAnswer:
        """Change notes, addresses or metadata. Needs role editor, scope write:crm, module crm."""
        answer: UpdateOrderAnswer = self._send(
            "PATCH",
            "/v1/crm/orders/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_price_list(
        self,
        id: str,
        body: PriceListChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdatePriceListAnswer:
        """Change a price list. Needs role editor, scope write:catalog, module catalog."""
        answer: UpdatePriceListAnswer = self._send(
            "PATCH",
            "/v1/catalog/price-lists/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_product(
        self,
        id: str,
        body: ProductChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateProductAnswer:
        """Change a product. Needs role editor, scope write:catalog, module catalog."""
        answer: UpdateProductAnswer = self._send(
            "PATCH",
            "/v1/catalog/products/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_property(
        self,
        id: str,
        body: PropertyChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdatePropertyAnswer:
        """Change a property. Needs role editor, scope write:properties."""
        answer: UpdatePropertyAnswer = self._send(
            "PATCH",
            "/v1/properties/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_redirect(
        self,
        id: str,
        body: RedirectChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateRedirectAnswer:
        """Change a redirect. Needs role editor, scope write:redirects, module redirects."""
        answer: UpdateRedirectAnswer = self._send(
            "PATCH",
            "/v1/redirects/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_release(
        self,
        id: str,
        body: NewRelease,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateReleaseAnswer:
        """Rename a release. Needs role editor, scope write:content, module content."""
        answer: UpdateReleaseAnswer = self._send(
            "PATCH",
            "/v1/content/releases/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_shipping_option(
        self,
        id: str,
        body: ShippingOptionChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateShippingOptionAnswer:
        """Change a shipping option. Needs role editor, scope write:checkout, module checkout."""
        answer: UpdateShippingOptionAnswer = self._send(
            "PATCH",
            "/v1/checkout/shipping-options/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_staff(
        self,
        id: str,
        body: StaffMemberAccess,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateStaffAnswer:
        """Change the role of a member, or the content types that they are limited to; a higher role expires an invitation link. Needs role admin."""
        answer: UpdateStaffAnswer = self._send(
            "PATCH",
            "/v1/staff/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_storefront_cart(
        self,
        body: CartChange,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateStorefrontCartAnswer:
        """Change the contact, note, currency or attributes of the cart. Needs cartToken, module checkout."""
        answer: UpdateStorefrontCartAnswer = self._send(
            "PATCH",
            "/v1/storefront/carts/current",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_storefront_checkout(
        self,
        body: CheckoutChange,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateStorefrontCheckoutAnswer:
        """Change contact, addresses, shipping option or payment method. Needs cartToken, module checkout."""
        answer: UpdateStorefrontCheckoutAnswer = self._send(
            "PATCH",
            "/v1/storefront/checkouts/current",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_storefront_key(
        self,
        id: str,
        body: StorefrontKeyChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateStorefrontKeyAnswer:
        """Change the label of a storefront key, the content that it reads, or how long caches keep it. Needs role admin."""
        answer: UpdateStorefrontKeyAnswer = self._send(
            "PATCH",
            "/v1/storefront-keys/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_tax_rate(
        self,
        id: str,
        body: TaxRateChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateTaxRateAnswer:
        """Change a tax rate. Needs role editor, scope write:checkout, module checkout."""
        answer: UpdateTaxRateAnswer = self._send(
            "PATCH",
            "/v1/checkout/tax-rates/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_tenant(
        self,
        body: TenantChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateTenantAnswer:
        """Change your tenant: its name, time zone, currency, formats, address, tax number and logo. Needs role admin."""
        answer: UpdateTenantAnswer = self._send(
            "PATCH",
            "/v1/tenant",
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_tenant_second_factor(
        self,
        body: SecondFactorRoles,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateTenantSecondFactorAnswer:
        """Require a second factor for these roles; a member without one can only set it up. Only an owner can require it of owners. Needs role admin."""
        answer: UpdateTenantSecondFactorAnswer = self._send(
            "PUT",
            "/v1/tenant/second-factor",
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_variant(
        self,
        id: str,
        body: VariantChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateVariantAnswer:
        """Change a variant. Needs role editor, scope write:catalog, module catalog."""
        answer: UpdateVariantAnswer = self._send(
            "PATCH",
            "/v1/catalog/variants/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_view(
        self,
        id: str,
        body: ViewChange,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateViewAnswer:
        """Change a saved view. Needs role editor."""
        answer: UpdateViewAnswer = self._send(
            "PATCH",
            "/v1/views/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            if_match=if_match,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def update_webhook_subscription(
        self,
        id: str,
        body: SubscriptionChange,
        *,
        dry_run: Optional[bool] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UpdateWebhookSubscriptionAnswer:
        """Change, pause or resume a subscription. Needs role admin."""
        answer: UpdateWebhookSubscriptionAnswer = self._send(
            "PATCH",
            "/v1/webhooks/subscriptions/{id}",
            values={"id": id},
            query={"dryRun": dry_run},
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def upload_asset(
        self,
        form: NewAsset,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> UploadAssetAnswer:
        """Upload a file. Needs role editor, scope write:media, module media."""
        answer: UploadAssetAnswer = self._send(
            "POST",
            "/v1/media",
            keyed=True,
            query={"dryRun": dry_run},
            form=form,
            idempotency_key=idempotency_key,
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer

    def verify_property(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> VerifyPropertyAnswer:
        """Look for the proofs of a property's domains in the DNS. Needs role editor, scope write:properties."""
        answer: VerifyPropertyAnswer = self._send(
            "POST",
            "/v1/properties/{id}/verify",
            values={"id": id},
            timeout=timeout,
            max_retries=max_retries,
        )
        return answer
