// The functions that the app calls in the browser. Each is implemented in Web/bridge.
//
// A text or a block of bytes is passed as address and length in the app's memory, and is read before the call
// returns. A length of -1 stands for a missing one.
#pragma once
#include <stdint.h>

#ifdef __wasm__
#define BROWSER(name) __attribute__((import_module("browser"), import_name(#name)))
typedef const uint8_t *_Nullable Bytes;

// The document.
BROWSER(openScreen) void browser_open_screen(int32_t screen, Bytes html, int32_t htmlLength, Bytes key, int32_t keyLength);
BROWSER(openRoot) void browser_open_root(int32_t screen, Bytes html, int32_t htmlLength);
BROWSER(showRoot) void browser_show_root(int32_t screen);
BROWSER(closeScreen) void browser_close_screen(int32_t screen);
BROWSER(insert) void browser_insert(int32_t screen, int32_t zone, Bytes html, int32_t htmlLength, Bytes before, int32_t beforeLength);
BROWSER(replace) void browser_replace(int32_t screen, Bytes key, int32_t keyLength, Bytes html, int32_t htmlLength);
BROWSER(move) void browser_move(int32_t screen, int32_t zone, Bytes key, int32_t keyLength, Bytes before, int32_t beforeLength);
BROWSER(remove) void browser_remove(int32_t screen, Bytes key, int32_t keyLength);
BROWSER(feed) void browser_feed(int32_t screen, Bytes name, int32_t nameLength);
BROWSER(space) void browser_space(int32_t screen, Bytes key, int32_t keyLength, double height);
BROWSER(position) void browser_position(int32_t screen, Bytes key, int32_t keyLength, int32_t position, int32_t count);
BROWSER(status) void browser_status(int32_t screen, Bytes words, int32_t wordsLength);
BROWSER(variable) void browser_variable(int32_t screen, Bytes name, int32_t nameLength, Bytes value, int32_t valueLength);
BROWSER(hold) void browser_hold(int32_t post);
BROWSER(reveal) void browser_reveal(int32_t screen, Bytes key, int32_t keyLength);
BROWSER(scrollToTop) void browser_scroll_to_top(int32_t screen);
BROWSER(restore) void browser_restore(int32_t screen, Bytes key, int32_t keyLength, int32_t offset);
BROWSER(setField) void browser_set_field(int32_t screen, Bytes name, int32_t nameLength, Bytes text, int32_t textLength);
BROWSER(toast) void browser_toast(Bytes html, int32_t htmlLength);
BROWSER(announce) void browser_announce(Bytes words, int32_t wordsLength);
BROWSER(title) void browser_title(Bytes text, int32_t textLength);
BROWSER(badge) void browser_badge(int32_t count);

// The network, the device's storage, time.
BROWSER(request) void browser_request(int32_t request, Bytes url, int32_t urlLength);
BROWSER(send) void browser_send(int32_t request, Bytes method, int32_t methodLength, Bytes url, int32_t urlLength, Bytes token, int32_t tokenLength, Bytes key, int32_t keyLength, Bytes body, int32_t bodyLength);
BROWSER(cancel) void browser_cancel(int32_t request);
BROWSER(save) void browser_save(Bytes key, int32_t keyLength, Bytes bytes, int32_t length, Bytes limits, int32_t limitsLength);
BROWSER(load) void browser_load(int32_t load, Bytes key, int32_t keyLength);
BROWSER(removeSaved) void browser_remove_saved(Bytes key, int32_t keyLength);
BROWSER(removeAllSaved) void browser_remove_all_saved(Bytes prefix, int32_t prefixLength);
BROWSER(removeOtherSaved) void browser_remove_other_saved(Bytes prefixes, int32_t prefixesLength);
BROWSER(removeTraces) int32_t browser_remove_traces(void);
BROWSER(removePages) void browser_remove_pages(Bytes part, int32_t partLength);
BROWSER(claimTab) void browser_claim_tab(Bytes session, int32_t sessionLength);
BROWSER(remember) void browser_remember(Bytes key, int32_t keyLength, Bytes text, int32_t textLength);
BROWSER(preparePicture) void browser_prepare_picture(Bytes id, int32_t idLength);
BROWSER(cutPicture) void browser_cut_picture(Bytes id, int32_t idLength, Bytes part, int32_t partLength, double left, double top, double width, double height);
BROWSER(removePictures) void browser_remove_pictures(Bytes prefix, int32_t prefixLength);
BROWSER(startTimer) void browser_start_timer(int32_t timer, int32_t milliseconds);
BROWSER(now) double browser_now(void);
BROWSER(minutesEast) int32_t browser_minutes_east(void);

// Addresses and the history.
BROWSER(pushHistory) void browser_push_history(int32_t depth, Bytes url, int32_t urlLength);
BROWSER(replaceHistory) void browser_replace_history(Bytes url, int32_t urlLength);
BROWSER(address) void browser_address(Bytes url, int32_t urlLength);
BROWSER(goBack) void browser_go_back(int32_t steps);
BROWSER(share) void browser_share(Bytes url, int32_t urlLength);
BROWSER(copy) void browser_copy(Bytes text, int32_t textLength);
BROWSER(visit) void browser_visit(Bytes url, int32_t urlLength);
BROWSER(rememberLanguage) void browser_remember_language(Bytes tag, int32_t tagLength, Bytes direction, int32_t directionLength);
BROWSER(rememberAppearance) void browser_remember_appearance(int32_t textSize, Bytes scheme, int32_t schemeLength);
BROWSER(push) void browser_push(int32_t asks, int32_t ends, Bytes key, int32_t keyLength);
BROWSER(countUnread) void browser_count_unread(Bytes account, int32_t accountLength, int32_t count);
BROWSER(tell) void browser_tell(Bytes title, int32_t titleLength, Bytes body, int32_t bodyLength, Bytes account, int32_t accountLength, Bytes path, int32_t pathLength);
BROWSER(rememberMember) void browser_remember_member(int32_t isMember);

// Images: the effects of ImageCaching's ImageCache.
BROWSER(loadImage) void browser_load_image(Bytes url, int32_t urlLength);
BROWSER(fetchImage) void browser_fetch_image(Bytes url, int32_t urlLength, Bytes validator, int32_t validatorLength);
BROWSER(cancelImage) void browser_cancel_image(Bytes url, int32_t urlLength);
BROWSER(showImage) void browser_show_image(Bytes url, int32_t urlLength, int32_t requester);
BROWSER(failImage) void browser_fail_image(int32_t requester);
BROWSER(sizeImage) void browser_size_image(int32_t requester, int32_t width, int32_t height);
BROWSER(saveImage) void browser_save_image(Bytes url, int32_t urlLength);
BROWSER(removeImage) void browser_remove_image(Bytes url, int32_t urlLength);
BROWSER(saveImageJournal) void browser_save_image_journal(Bytes text, int32_t textLength);
BROWSER(startImageTimer) void browser_start_image_timer(int32_t milliseconds);
BROWSER(releaseImage) void browser_release_image(Bytes url, int32_t urlLength);

void *_Nullable browser_allocate(int32_t size);
void browser_free(void *_Nullable address);
#endif
