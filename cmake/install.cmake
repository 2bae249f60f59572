# What `cmake --install` puts where: the program, its name for kubectl, menu entry, icons, AppStream data, man page,
# completion and help. A Debian package (installer/debian) and a tarball (installer/tarball) are made of it.
include(GNUInstallDirs)
set(WATCHKEEPER_ZSH_FUNCTIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where zsh looks for completions; Debian's for those of packages: share/zsh/vendor-completions")
set(WK_PACKAGE ${PROJECT_BINARY_DIR}/package)
set(WK_RESOURCES ${PROJECT_SOURCE_DIR}/resources)

install(TARGETS watchkeeper)
install(PROGRAMS ${PROJECT_BINARY_DIR}/app/kubectl-watchkeeper TYPE BIN)

install(FILES ${WK_RESOURCES}/watchkeeper.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${WK_RESOURCES}/io.github.watchkeeper.Watchkeeper.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)

# The icon as a drawing, and as pictures of the sizes that menus and task bars take, where they can be made: the small
# ones are of a drawing of their own.
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${WK_RESOURCES}/app/watchkeeper.svg DESTINATION ${icons}/scalable/apps)
install(FILES ${WK_RESOURCES}/app/watchkeeper-symbolic.svg DESTINATION ${icons}/symbolic/apps)
find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
    foreach(size 16 22 24 32 48 64 128 256)
        set(drawing ${WK_RESOURCES}/app/watchkeeper.svg)
        if(size LESS 32)
            set(drawing ${WK_RESOURCES}/app/watchkeeper-16.svg)
        endif()
        set(picture ${WK_PACKAGE}/icon-${size}.png)
        add_custom_command(OUTPUT ${picture}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${WK_PACKAGE}
            COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${picture} ${drawing}
            DEPENDS ${drawing} VERBATIM)
        list(APPEND pictures ${picture})
        install(FILES ${picture} DESTINATION ${icons}/${size}x${size}/apps RENAME watchkeeper.png)
    endforeach()
    add_custom_target(icons ALL DEPENDS ${pictures})
endif()

# The program writes its own man page.
set(man ${WK_PACKAGE}/watchkeeper.1)
add_custom_command(OUTPUT ${man}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${WK_PACKAGE}
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C.UTF-8 $<TARGET_FILE:watchkeeper> man > ${man}
    DEPENDS watchkeeper VERBATIM)
add_custom_target(man ALL DEPENDS ${man})
file(WRITE ${WK_PACKAGE}/kubectl-watchkeeper.1 ".so man1/watchkeeper.1\n")
install(FILES ${man} ${WK_PACKAGE}/kubectl-watchkeeper.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(completion ${WK_RESOURCES}/completion)
foreach(name watchkeeper kubectl-watchkeeper) # bash finds them by the name that is typed
    install(FILES ${completion}/watchkeeper.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name})
endforeach()
install(FILES ${completion}/watchkeeper.zsh DESTINATION ${WATCHKEEPER_ZSH_FUNCTIONS} RENAME _watchkeeper)
install(FILES ${completion}/watchkeeper.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# kubectl (1.26 and newer) asks this one what may follow `kubectl watchkeeper`.
install(PROGRAMS ${completion}/kubectl_complete-watchkeeper TYPE BIN)

install(FILES README.md CHANGELOG.md SECURITY.md LICENSE
    ${WK_RESOURCES}/help/format.md ${WK_RESOURCES}/help/storage.md ${WK_RESOURCES}/help/storage.zh_CN.md TYPE DOC)
install(PROGRAMS ${WK_RESOURCES}/help/three-members.sh TYPE DOC)

# A tarball that runs wherever it is unpacked has the libraries beside the program (installer/tarball/bundle.cmake).
option(WATCHKEEPER_RELOCATABLE "Look for libraries beside the program first; `cpack` makes a tarball with them" OFF)
if(WATCHKEEPER_RELOCATABLE)
    include(${PROJECT_SOURCE_DIR}/installer/tarball/tarball.cmake)
endif()
